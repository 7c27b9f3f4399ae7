int shared;
char buffer[64];
int extern_table[5] = {1, 2, 3};
const char *const names[] = {"zero", "one"};

void set_shared(int v) { shared = v; }
int get_shared(void) { return shared * 10; }
void fill(void) { for (int i = 0; i < 64; i++) buffer[i] = (char)('0' + i); }
__attribute__((weak)) int weak_default(void) { return 1; }

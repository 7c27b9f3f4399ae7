// A ring of functions through a table of pointers.
typedef int (*fn)(int);
static int x(int), y(int);
static fn table[2] = {x, y};
static int x(int n) { return table[(n + 1) % 2](n + 1) + 1; }
static int y(int n) { return table[n % 3 % 2](n + 1) + 1; }
int main(void) { return table[0](0); }

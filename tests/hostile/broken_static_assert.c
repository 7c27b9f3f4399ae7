// A failing _Static_assert.
_Static_assert(sizeof(int) == 3, "this machine has ints of 32 bits");
int main(void) { return 0; }

// A moderate recursion whose frames hold 64 kB each.
static int f(int n) { volatile char pad[1 << 16]; pad[n & 0xffff] = (char)n; return n == 0 ? 0 : f(n - 1) + pad[n & 0xffff]; }
int main(void) { return f(100000); }

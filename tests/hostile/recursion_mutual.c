// Three functions in a ring.
int b(int), c(int);
int a(int n) { return b(n) + 1; }
int b(int n) { return c(n) + 1; }
int c(int n) { return a(n) + 1; }
int main(void) { return a(0); }

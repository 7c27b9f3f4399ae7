// Endless recursion with a small frame.
int f(int n) { return f(n + 1) + f(n + 2); }
int main(void) { return f(0); }

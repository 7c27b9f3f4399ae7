// Endless tail recursion: at -O0 it eats the stack all the same.
int f(unsigned n) { return f(n * 3 + 1); }
int main(void) { return f(1); }

// Exponential recursion of bounded depth: no stack problem, but no end in sight.
static unsigned long f(int depth) { return depth == 0 ? 1 : f(depth - 1) + f(depth - 1) + f(depth - 1); }
int main(void) { return (int)f(60); }

// main with five parameters.
int main(int a, char **b, char **c, int d, long e) { (void)b; (void)c; (void)d; (void)e; return a - 1; }

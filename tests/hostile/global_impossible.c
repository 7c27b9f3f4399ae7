// A terabyte of global data.
char a[1l << 40];
int main(void) { a[1l << 39] = 1; return a[1l << 39] - 1; }

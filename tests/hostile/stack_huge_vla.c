// A VLA of 2 GB.
#include <stdio.h>
static int use(long n) { char v[n]; v[n - 1] = 1; v[0] = 2; return v[n - 1] + v[0]; }
int main(int argc, char **argv) { (void)argv; printf("%d\n", use(argc * (2l << 30))); return 0; }

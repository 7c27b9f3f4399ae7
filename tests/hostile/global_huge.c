// 1 GB of zeroed global data, hardly touched.
#include <stdio.h>
int a[1 << 28];
int main(void) { a[12345678] = 5; printf("%d %d\n", a[12345678], a[(1 << 28) - 1]); return 0; }

// A frame of 1 GB.
#include <stdio.h>
int main(void) {
    char a[1 << 30];
    a[5] = 1;
    printf("%d\n", a[5]);
    return 0;
}

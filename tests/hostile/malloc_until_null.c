// malloc until it gives NULL.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned long n = 0;
    while (malloc(64 << 20)) n++;
    printf("%d\n", n > 0);
    return 0;
}

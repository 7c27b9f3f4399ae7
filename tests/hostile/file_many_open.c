// Opens files until it cannot, never closes.
#include <stdio.h>
int main(void) {
    int n = 0;
    for (; n < 100000; n++) if (!fopen("/dev/null", "r")) break;
    printf("%d\n", n > 0);
    return 0;
}

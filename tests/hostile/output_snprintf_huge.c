// snprintf that only counts: a billion characters are not stored anywhere.
#include <stdio.h>
int main(void) {
    char b[10];
    int n = snprintf(b, sizeof b, "%1000000000d", 7);
    printf("%d [%s]\n", n, b);
    return n != 1000000000;
}

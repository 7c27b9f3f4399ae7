// memcmp compares more than one of the blocks holds.
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8], b[6];
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
    int r = memcmp(a, b, sizeof a); //~ FAULT out-of-bounds
    printf("%d\n", r);
    return 0;
}

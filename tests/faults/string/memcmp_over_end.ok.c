// Twin of memcmp_over_end.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char a[8], b[6];
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
    int r = memcmp(a, b, sizeof b);
    printf("%d\n", r);
    return 0;
}

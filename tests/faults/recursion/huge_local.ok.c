// Twin of huge_local.c: the correct form.
#include <stdio.h>

static int big(int i) { char a[1 << 10]; a[i] = 1; return a[i]; }

int main(void) {
    int r = big(1000);
    printf("%d\n", r);
    return 0;
}

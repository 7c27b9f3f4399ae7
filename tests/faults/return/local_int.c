// The address of a local variable is returned and read.
#include <stdio.h>

static int *counter(void) {
    int n = 5;
    int *p = &n;
    return p;
}

int main(void) {
    int *p = counter();
    printf("%d\n", *p); //~ FAULT use-after-return
    return 0;
}

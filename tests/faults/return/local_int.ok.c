// Twin of local_int.c: the correct form.
#include <stdio.h>

static int *counter(void) {
    static int n = 5;
    int *p = &n;
    return p;
}

int main(void) {
    int *p = counter();
    printf("%d\n", *p);
    return 0;
}

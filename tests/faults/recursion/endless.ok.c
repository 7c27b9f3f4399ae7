// Twin of endless.c: the correct form.
#include <stdio.h>

static int down(int n) { return n < 100 ? down(n + 1) + 1 : 0; }

int main(void) {
    printf("%d\n", down(0));
    return 0;
}

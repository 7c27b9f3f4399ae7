// Twin of mutual.c: the correct form.
#include <stdio.h>

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    printf("%d\n", even(7));
    return 0;
}

// A passing assert has no effect, a failing one prints its message and aborts.
#include <assert.h>
#include <stdio.h>

static int check(int v) {
    assert(v >= 0);
    assert(v < 10 && "too large");
    return v;
}

int main(void) {
    printf("%d\n", check(5));
    fflush(stdout);
    check(50);
    puts("never");
    return 0;
}

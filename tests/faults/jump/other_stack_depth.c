// sanitizers: blind
// longjmp to a function that returned, although another call of it is active.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf first;
static int armed;

static int worker(int depth) {
    if (!armed) {
        armed = 1;
        return setjmp(first);
    }
    if (depth == 3) longjmp(first, 1); //~ FAULT invalid-longjmp
    return worker(depth + 1);
}

int main(void) {
    worker(0);
    printf("%d\n", worker(0));
    return 0;
}

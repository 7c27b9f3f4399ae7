// Twin of other_stack_depth.c: the correct form.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf first;
static int armed;

static int worker(int depth) {
    if (!armed) {
        armed = 1;
        return setjmp(first);
    }
    if (depth == 3) return 3;
    return worker(depth + 1);
}

int main(void) {
    worker(0);
    printf("%d\n", worker(0));
    return 0;
}

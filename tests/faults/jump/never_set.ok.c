// Twin of never_set.c: the correct form.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf on_error;

static void check(int v) {
    if (v < 0)
        longjmp(on_error, 1);
    printf("%d\n", v);
}

int main(void) {
    if (setjmp(on_error)) {
        puts("negative");
        return 0;
    }
    check(1);
    check(-1);
    return 0;
}

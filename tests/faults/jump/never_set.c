// sanitizers: no-line
// longjmp with a buffer that setjmp never filled.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf on_error;

static void check(int v) {
    if (v < 0)
        longjmp(on_error, 1); //~ FAULT invalid-longjmp
    printf("%d\n", v);
}

int main(void) {
    check(1);
    check(-1);
    return 0;
}

// Twin of returned_function.c: the correct form.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static int arm(void) {
    return setjmp(env);
}

int main(void) {
    if (setjmp(env) == 0)
        longjmp(env, 1);
    puts("back");
    return arm();
}

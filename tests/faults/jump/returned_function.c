// sanitizers: blind
// longjmp into a function that has returned.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static int arm(void) {
    return setjmp(env);
}

int main(void) {
    if (arm() == 0)
        longjmp(env, 1); //~ FAULT invalid-longjmp
    puts("back");
    return arm();
}

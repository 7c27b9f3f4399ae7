// sanitizers: blind
// The jump buffer lives in a block that was freed.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct handler {
    jmp_buf env;
};

int main(void) {
    struct handler *volatile h = malloc(sizeof *h);
    if (!h) return 1;
    if (setjmp(h->env) != 0) {
        puts("caught");
        return 0;
    }
    free(h);
    longjmp(h->env, 1); //~ FAULT use-after-free
}

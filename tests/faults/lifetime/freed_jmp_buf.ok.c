// Twin of freed_jmp_buf.c: the correct form.
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
        free(h);
        return 0;
    }
    longjmp(h->env, 1);
}

// Twin of tagged.c: the correct form.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
    long car, cdr;
};

static uintptr_t tag(struct cell *c, unsigned t) { return (uintptr_t)c | (uintptr_t)t << 60; }

static struct cell *untag(uintptr_t v) {
    return (struct cell *)(v & ~((uintptr_t)15 << 60));
}

int main(void) {
    struct cell *c = malloc(sizeof *c);
    if (!c) return 1;
    c->car = 11;
    c->cdr = 22;
    uintptr_t v = tag(c, 3);
    printf("%ld\n", untag(v)->cdr);
    free(c);
    return 0;
}

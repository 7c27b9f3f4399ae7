// Twin of write_after_free.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct session {
    int open, uses;
};

static void close_session(struct session *s) {
    s->open = 0;
    printf("closed after %d\n", s->uses);
    free(s);
}

int main(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return 1;
    s->open = 1;
    s->uses = 3;
    close_session(s);
    return 0;
}

// The owner clears a flag in an object that was released.
#include <stdio.h>
#include <stdlib.h>

struct session {
    int open, uses;
};

static void close_session(struct session *s) {
    free(s);
    s->open = 0; //~ FAULT use-after-free
    printf("closed after %d\n", s->uses);
}

int main(void) {
    struct session *s = calloc(1, sizeof *s);
    if (!s) return 1;
    s->open = 1;
    s->uses = 3;
    close_session(s);
    return 0;
}

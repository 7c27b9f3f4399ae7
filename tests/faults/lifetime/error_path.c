// The error path frees what the caller will use.
#include <stdio.h>
#include <stdlib.h>

struct conn {
    int fd, state;
};

static int connect_to(struct conn *c, int port) {
    if (port < 1024) {
        free(c);
        return -1;
    }
    c->fd = port;
    return 0;
}

int main(void) {
    struct conn *c = calloc(1, sizeof *c);
    if (!c) return 1;
    if (connect_to(c, 80) < 0)
        c->state = 3; //~ FAULT use-after-free
    printf("%d\n", c->state);
    free(c);
    return 0;
}

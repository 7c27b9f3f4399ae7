// Twin of flexible_array.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct packet {
    unsigned len;
    int data[];
};

static struct packet *packet_new(unsigned len) {
    struct packet *p = malloc(sizeof *p + len * sizeof(int));
    if (p) p->len = len;
    return p;
}

int main(void) {
    struct packet *p = packet_new(5);
    if (!p) return 1;
    for (unsigned i = 0; i < p->len; i++)
        p->data[i] = (int)i * 3;
    printf("%u %d\n", p->len, p->data[4]);
    free(p);
    return 0;
}

// Twin of stack.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct item {
    int id;
};

static void item_release(struct item *i) {
    printf("%d\n", i->id);
    free(i);
}

int main(void) {
    struct item *here = malloc(sizeof *here);
    if (!here) return 1;
    here->id = 4;
    item_release(here);
    return 0;
}

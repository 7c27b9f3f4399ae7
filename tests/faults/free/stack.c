// free of a local variable.
#include <stdio.h>
#include <stdlib.h>

struct item {
    int id;
};

static void item_release(struct item *i) {
    printf("%d\n", i->id);
    free(i); //~ FAULT invalid-free
}

int main(void) {
    struct item here = {4};
    item_release(&here);
    return 0;
}

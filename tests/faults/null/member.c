// A member of a structure through a null pointer.
#include <stdio.h>

struct config {
    int a, b, c;
    char *name;
};

static const char *name_of(const struct config *c) {
    return c->name; //~ FAULT null-dereference
}

int main(int argc, char **argv) {
    (void)argv;
    struct config dflt = {1, 2, 3, "default"};
    struct config *chosen = argc > 5 ? &dflt : NULL;
    puts(name_of(chosen));
    return 0;
}

// Twin of member.c: the correct form.
#include <stdio.h>

struct config {
    int a, b, c;
    char *name;
};

static const char *name_of(const struct config *c) {
    return c->name;
}

int main(int argc, char **argv) {
    (void)argv;
    struct config dflt = {1, 2, 3, "default"};
    struct config *chosen = argc > 5 ? NULL : &dflt;
    puts(name_of(chosen));
    return 0;
}

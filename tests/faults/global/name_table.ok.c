// Twin of name_table.c: the correct form.
#include <stdio.h>

enum colour { RED, GREEN, BLUE, VIOLET };

static const char *const names[] = {
    "red",
    "green",
    "blue",
    "violet",
};

static const char *name_of(enum colour c) {
    return names[c];
}

int main(void) {
    for (int c = RED; c <= VIOLET; c++)
        puts(name_of((enum colour)c));
    return 0;
}

// An enum without a name indexes past the table of names.
#include <stdio.h>

enum colour { RED, GREEN, BLUE, VIOLET };

static const char *const names[] = {
    "red",
    "green",
    "blue",
};

static const char *name_of(enum colour c) {
    return names[c]; //~ FAULT out-of-bounds
}

int main(void) {
    for (int c = RED; c <= VIOLET; c++)
        puts(name_of((enum colour)c));
    return 0;
}

// strncpy pads with zeros up to a length that is too large.
#include <stdio.h>
#include <string.h>

struct entry {
    char *name;
};

int main(void) {
    char name[12];
    struct entry e = {name};
    strncpy(e.name, "short", 24); //~ FAULT out-of-bounds
    puts(e.name);
    return 0;
}

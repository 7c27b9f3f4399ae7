// Twin of strncpy_length.c: the correct form.
#include <stdio.h>
#include <string.h>

struct entry {
    char *name;
};

int main(void) {
    char name[12];
    struct entry e = {name};
    strncpy(e.name, "short", sizeof name);
    puts(e.name);
    return 0;
}

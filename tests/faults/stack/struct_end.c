// A pointer to a member array runs out of the whole structure.
#include <stdio.h>
#include <string.h>

struct name {
    int id;
    char text[12];
};

int main(void) {
    struct name a;
    a.id = 1;
    char *p = a.text;
    const char *from = "thirteen chars";
    while ((*p++ = *from++)) //~ FAULT out-of-bounds
        ;
    printf("%d %s\n", a.id, a.text);
    return 0;
}

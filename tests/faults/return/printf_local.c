// The library reads a string that lived in a returned function.
#include <stdio.h>
#include <string.h>

static char *join(const char *a, const char *b) {
    char both[40];
    strcpy(both, a);
    strcat(both, b);
    char *r = both;
    return r;
}

int main(void) {
    char *s = join("left", "right");
    printf("%s\n", s); //~ FAULT use-after-return
    return 0;
}

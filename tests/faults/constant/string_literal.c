// A character of a string literal is replaced.
#include <stdio.h>

static void capitalise(char *s) {
    if (*s >= 'a' && *s <= 'z')
        *s = (char)(*s - 'a' + 'A'); //~ FAULT write-to-constant
}

int main(void) {
    char *s = "constant";
    capitalise(s);
    puts(s);
    return 0;
}

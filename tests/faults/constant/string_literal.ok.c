// Twin of string_literal.c: the correct form.
#include <stdio.h>

static void capitalise(char *s) {
    if (*s >= 'a' && *s <= 'z')
        *s = (char)(*s - 'a' + 'A');
}

int main(void) {
    char s[] = "constant";
    capitalise(s);
    puts(s);
    return 0;
}

// Twin of middle.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("   trimmed");
    if (!s) return 1;
    char *start = s;
    while (*s == ' ')
        s++;
    puts(s);
    free(start);
    return 0;
}

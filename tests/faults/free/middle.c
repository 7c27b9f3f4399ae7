// free of a pointer that was advanced.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("   trimmed");
    if (!s) return 1;
    while (*s == ' ')
        s++;
    puts(s);
    free(s); //~ FAULT invalid-free
    return 0;
}

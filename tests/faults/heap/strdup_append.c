// One character is appended to a strdup'ed string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *dir = "/usr/include";
    char *s = strdup(dir);
    if (!s) return 1;
    size_t n = strlen(s);
    s[n] = '/';
    s[n + 1] = '\0'; //~ FAULT out-of-bounds
    printf("%s\n", s);
    free(s);
    return 0;
}

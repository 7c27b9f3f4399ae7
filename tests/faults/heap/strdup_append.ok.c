// Twin of strdup_append.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *dir = "/usr/include";
    char *s = malloc(strlen(dir) + 2);
    if (!s) return 1;
    strcpy(s, dir);
    size_t n = strlen(s);
    s[n] = '/';
    s[n + 1] = '\0';
    printf("%s\n", s);
    free(s);
    return 0;
}

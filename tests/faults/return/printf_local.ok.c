// Twin of printf_local.c: the correct form.
#include <stdio.h>
#include <string.h>

static char *join(const char *a, const char *b) {
    static char both[40];
    strcpy(both, a);
    strcat(both, b);
    char *r = both;
    return r;
}

int main(void) {
    char *s = join("left", "right");
    printf("%s\n", s);
    return 0;
}

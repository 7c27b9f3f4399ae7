// Twin of zero_size.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    size_t n = (size_t)argc;
    char *p = malloc(n);
    if (!p) return 1;
    p[0] = 'x';
    printf("%c\n", p[0]);
    free(p);
    return 0;
}

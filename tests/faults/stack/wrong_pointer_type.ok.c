// Twin of wrong_pointer_type.c: the correct form.
#include <stdio.h>

static int parse(const char *s, void *to) {
    long v = 0;
    while (*s >= '0' && *s <= '9')
        v = v * 10 + (*s++ - '0');
    *(int *)to = (int)v;
    return 1;
}

int main(void) {
    _Alignas(8) int n = 0;
    parse("1234", &n);
    printf("%d\n", n);
    return 0;
}

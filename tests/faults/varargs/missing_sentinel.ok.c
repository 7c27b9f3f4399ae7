// Twin of missing_sentinel.c: the correct form.
#include <stdarg.h>
#include <stdio.h>

static int count(const char *first, ...) {
    va_list ap;
    va_start(ap, first);
    int n = 1;
    while (va_arg(ap, const char *))
        n++;
    va_end(ap);
    return n;
}

int main(void) {
    printf("%d\n", count("a", "b", "c", (char *)NULL));
    return 0;
}

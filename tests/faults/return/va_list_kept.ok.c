// Twin of va_list_kept.c: the correct form.
#include <stdarg.h>
#include <stdio.h>

static va_list kept;

static int begin(int n, ...) {
    va_start(kept, n);
    int first = va_arg(kept, int);
    first += va_arg(kept, int);
    return first;
}

int main(void) {
    int a = begin(2, 30, 12);
    printf("%d\n", a);
    return 0;
}

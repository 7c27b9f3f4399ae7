// sanitizers: blind
// A va_list of a function that returned is read on.
#include <stdarg.h>
#include <stdio.h>

static va_list kept;

static int begin(int n, ...) {
    va_start(kept, n);
    int first = va_arg(kept, int);
    return first;
}

int main(void) {
    int a = begin(2, 30, 12);
    a += va_arg(kept, int); //~ FAULT use-after-return
    printf("%d\n", a);
    return 0;
}

// cflags: -std=gnu89 -Wno-everything
// Twin of old_style_call.c: the correct form.
#include <stdio.h>

int weigh(a, b, c)
    int a, b, c;
{
    return a + 2 * b + 3 * c;
}

int main() {
    int (*f)() = weigh;
    int r = f(1, 2, 3);
    printf("%d\n", r);
    return 0;
}

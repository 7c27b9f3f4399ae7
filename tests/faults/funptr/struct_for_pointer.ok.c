// Twin of struct_for_pointer.c: the correct form.
#include <stdio.h>

struct big {
    long v[5];
};

static long by_value(struct big b) { return b.v[4]; }
static long by_parts(double scale, const long *v) { return (long)scale * v[0]; }

int main(void) {
    struct big b = {{1, 2, 3, 4, 5}};
    long (*f)(struct big) = by_value;
    printf("%ld\n", f(b));
    printf("%ld %ld\n", by_value(b), by_parts(2.0, b.v));
    return 0;
}

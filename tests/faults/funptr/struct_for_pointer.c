// A large structure by value where the callee expects a pointer and a length.
#include <stdio.h>

struct big {
    long v[5];
};

static long by_value(struct big b) { return b.v[4]; }
static long by_parts(double scale, const long *v) { return (long)scale * v[0]; }

int main(void) {
    struct big b = {{1, 2, 3, 4, 5}};
    long (*f)(struct big) = by_value;
    f = (long (*)(struct big))(void *)by_parts;
    printf("%ld\n", f(b)); //~ FAULT function-type-mismatch
    printf("%ld %ld\n", by_value(b), by_parts(2.0, b.v));
    return 0;
}

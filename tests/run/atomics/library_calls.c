// cflags: -latomic
// Atomic operations on objects that need the library: structs of odd sizes.
#include <stdatomic.h>
#include <stdio.h>

struct odd {
    char name[5];
};
struct large {
    long v[4];
};

int main(void) {
    _Atomic struct odd o;
    atomic_init(&o, ((struct odd){"abcd"}));
    struct odd got = atomic_load(&o), next = {"wxyz"};
    printf("%s ", got.name);
    got = atomic_exchange(&o, next);
    printf("%s ", got.name);
    struct odd expected = {"nope"};
    printf("%d ", atomic_compare_exchange_strong(&o, &expected, got));
    printf("%s ", expected.name);
    printf("%d ", atomic_compare_exchange_strong(&o, &expected, got));
    got = atomic_load(&o);
    printf("%s\n", got.name);
    _Atomic struct large l;
    atomic_init(&l, ((struct large){{1, 2, 3, 4}}));
    struct large m = atomic_load(&l);
    m.v[2] = 30;
    atomic_store(&l, m);
    struct large r = atomic_load(&l);
    printf("%ld %ld %ld %ld\n", r.v[0], r.v[1], r.v[2], r.v[3]);
    _Atomic __int128 w = 5;
    w += 7;
    printf("%d\n", (int)w);
    return 0;
}

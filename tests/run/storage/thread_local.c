// Thread-local variables in a single thread: initial values, statics, arrays, pointers to them.
#include <stdio.h>

_Thread_local int counter = 5;
static __thread struct { int a; char b[4]; } local = {7, "xyz"};
static _Thread_local int zero[8];

static int bump(void) { static _Thread_local int calls = 100; return calls++ + counter++; }
static int *where(void) { return &zero[3]; }

int main(void) {
    for (int i = 0; i < 4; i++) printf("%d ", bump());
    *where() = 9;
    int *p = where();
    p[1] = *p + local.a;
    printf("\n%d %d %d %s\n", zero[3], zero[4], zero[0], local.b);
    local.b[0] = 'X';
    printf("%s %d\n", local.b, counter);
    return 0;
}

// setjmp and longjmp: values, nested handlers, across frames, in loops, with volatile locals.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env, outer;

static void thrower(int depth, int v) { if (depth == 0) longjmp(env, v); thrower(depth - 1, v); puts("not here"); }
static int nested(int v) {
    jmp_buf saved;
    volatile int n = 0;
    switch (setjmp(saved)) {
    case 0: n++; longjmp(saved, 5);
    case 5: n += 10; longjmp(saved, 6);
    case 6: n += 100; break;
    default: n = -1;
    }
    if (v) longjmp(outer, n);
    return n;
}

int main(void) {
    volatile int tries = 0;
    int r = setjmp(env);
    printf("r=%d tries=%d\n", r, tries);
    if (++tries < 4) thrower(tries * 3, tries * 11);
    if (setjmp(env) == 0) longjmp(env, 0);
    else puts("zero became one");
    printf("%d\n", nested(0));
    int v = setjmp(outer);
    if (v == 0) nested(1);
    printf("outer %d\n", v);
    volatile int count = 0;
    for (volatile int i = 0; i < 1000; i++) if (setjmp(env) == 0) { if (i % 3 == 0) longjmp(env, 1); } else count++;
    printf("%d\n", count);
    if (!setjmp(env)) { thrower(3, 1); } else puts("caught");
    while (setjmp(env) < 3) { static int k; longjmp(env, ++k); }
    puts("end");
    return 0;
}

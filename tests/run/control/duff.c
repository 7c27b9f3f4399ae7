// Duff's device, switch into loops, and a coroutine made of a switch.
#include <stdio.h>

static void duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

struct co { int state, i, j; };
#define BEGIN(c) switch ((c)->state) { case 0:
#define YIELD(c, v) do { (c)->state = __LINE__; return (v); case __LINE__:; } while (0)
#define END(c) } (c)->state = -1; return -1
static int triangle(struct co *c) {
    BEGIN(c);
    for (c->i = 1; c->i < 5; c->i++)
        for (c->j = 0; c->j < c->i; c->j++)
            YIELD(c, c->i * 10 + c->j);
    YIELD(c, 99);
    END(c);
}

int main(void) {
    char text[] = "the quick brown fox jumps", copy[32] = {0};
    for (int n = 1; n <= 25; n += 3) {
        duff(copy, text, n);
        copy[n] = '|';
    }
    puts(copy);
    struct co c = {0, 0, 0};
    for (int v; (v = triangle(&c)) != -1;) printf("%d ", v);
    putchar('\n');
    return 0;
}

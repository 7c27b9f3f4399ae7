/* What depends on something that no run tries is unknown, never infeasible: what lies in front of a pointer, further calls, where
 * objects lie, globals that a pointer may lead into, what the library was told before, inline assembly. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int front(const char *p)
{
    if (p[-5000] == 7) /* hard: true, false */
        return 1; /* hard: code */
    return 0; /* hard: code */
}

int debounce(int level)
{
    static int same;
    same = level ? same + 1 : 0;
    if (same >= 4) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

static int mode;
void set_mode(int m)
{
    mode = m;
}

int once(void)
{
    static int ready;
    if (!ready) {
        ready = 1;
        mode = 1;
        return 0;
    }
    if (mode == 9) /* hard: true */
        return 1; /* hard: code */
    return 2;
}

int same_block(void)
{
    char *p = malloc(8);
    if (!p) /* hard: false */
        return -1; /* hard: code */
    char *q = realloc(p, 9);
    if (q == p) { /* hard: true */
        free(q); /* hard: code */
        return 1; /* hard: code */
    }
    free(q);
    return 0;
}

int aligned(void)
{
    char c[3] = {0};
    if ((uintptr_t)c % 2) /* hard: true, false */
        return 1; /* hard: code */
    return c[0]; /* hard: code */
}

struct block {
    struct block *next;
    char data[8];
};
static struct block pool[4];

int owned(void *p)
{
    if ((char *)p < (char *)pool) /* hard: true, false */
        return 0; /* hard: code */
    if ((char *)p < (char *)(pool + 4)) /* hard: true, false */
        return 1; /* hard: code */
    return 0; /* hard: code */
}

int is_part(void *p)
{
    pool[0].next = pool;
    if (p == &pool[2].data[3]) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int folder(void)
{
    char b[64];
    if (!getcwd(b, sizeof b)) /* hard: false */
        return 1; /* hard: code */
    if (strcmp(b, "/srv") == 0) /* hard: true */
        return 2; /* hard: code */
    return 0;
}

int next_word(void)
{
    char *w = strtok(NULL, ",");
    if (!w) /* hard: code, true, false */
        return 0; /* hard: code */
    return 1; /* hard: code */
}

int assembly(int n)
{
    __asm__ volatile("nop");
    if (n == 3) /* hard: code, true, false */
        return 1; /* hard: code */
    return 0; /* hard: code */
}

int weighed(void)
{
    char *p = malloc(1);
    int ok = p != NULL;
    free(p);
    if (ok) /* hard: false */
        return 1;
    return 0; /* hard: code */
}

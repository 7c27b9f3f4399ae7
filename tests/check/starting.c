/* A program with a constructor, a destructor and an exit handler: `main` finds what the first made, and the others what it left. */
#include <stdio.h>
#include <stdlib.h>

static int *table;
static int size;
static char *name;
static int *last;

__attribute__((constructor)) static void start(void)
{
    size = 4;
    table = calloc(4, sizeof *table);
    if (!table)
        exit(3);
}

/* Runs when main has returned, and when it exits. */
static void finish(void)
{
    if (name)
        name[0] = 0; //~ use-after-free
}

__attribute__((destructor)) static void end(void)
{
    if (last)
        *last = 0; //~ use-after-free
    free(table);
}

/* Only with a table that is not there: there is one. */
static int safe(int i)
{
    return i >= 0 && i < size ? table[i] : 0;
}

static int get(int i)
{
    return table[i]; //~ out-of-bounds
}

int main(void)
{
    int c = getchar(), v;
    atexit(finish);
    if (c < '0' || c - '0' > size)
        return safe(c);
    v = get(c - '0');
    name = malloc(4);
    if (!name)
        return 1;
    name[0] = 'x';
    if (getchar() == 'f')
        free(name);
    else
        free(name), name = NULL;
    last = malloc(sizeof *last);
    if (last && getchar() == 'e') {
        free(last);
        exit(v);
    }
    free(last);
    last = NULL;
    return v;
}

// options: --check leak
/* Memory that nothing points to when the outermost call ends; its twins keep it, give it away, or free it. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *text;
};

static struct node *list;
static uintptr_t hidden;

int forgets(int n)
{
    char *p = malloc(8); //~ ALARM leak
    if (!p)
        return -1;
    p[0] = (char)n;
    if (n > 3)
        return 1;
    free(p);
    return 0;
}

int frees(int n)
{
    char *p = malloc(8);
    if (!p)
        return -1;
    p[0] = (char)n;
    free(p);
    return n > 3;
}

char *returns(void)
{
    return malloc(8);
}

void fills(struct node *n)
{
    if (n)
        n->text = malloc(4);
}

void keeps(const char *text)
{
    struct node *n = text ? malloc(sizeof *n) : NULL;
    if (!n)
        return;
    n->next = list;
    n->text = strdup(text);
    list = n;
}

void hides(void)
{
    hidden = (uintptr_t)malloc(16) | 1;
}

/* The second block is reached only through the first, so both are lost; one is told. */
void loses_both(void)
{
    struct node *n = malloc(sizeof *n); //~ ALARM leak
    n->next = NULL;
    n->text = malloc(4);
}

void ends(int n)
{
    char *p = malloc(8);
    p[0] = 'x';
    exit(n ? p[0] : 0);
}

void replaces(char **where)
{
    if (!where)
        return;
    *where = malloc(4); //~ ALARM leak
    *where = malloc(5);
}

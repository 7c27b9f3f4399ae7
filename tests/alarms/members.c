/* Strings written to an array inside of a larger object: only the array counts, unless it is the last of its struct. */
#include <stdio.h>
#include <string.h>

struct account {
    int id;
    char owner[8];
    int balance;
    char note[8];
};

static struct account one;

void copied(const char *name)
{
    if (name)
        strcpy(one.owner, name); //~ ALARM out-of-bounds
}

void copied_right(const char *name)
{
    if (name && strlen(name) < sizeof one.owner)
        strcpy(one.owner, name);
}

void appended(struct account *a)
{
    if (!a)
        return;
    strcpy(a->owner, "1234");
    if (a->id == 7)
        strcat(a->owner, "5678"); //~ ALARM out-of-bounds
}

void appended_right(struct account *a)
{
    if (!a)
        return;
    strcpy(a->owner, "1234");
    if (a->id == 7)
        strcat(a->owner, "567");
}

void bounded(struct account *a, unsigned n)
{
    if (a && n < 10)
        strncpy(a->owner, "12", n); //~ ALARM out-of-bounds
}

void bounded_right(struct account *a, unsigned n)
{
    if (a && n <= sizeof a->owner)
        strncpy(a->owner, "12", n);
}

void printed(struct account *a, int n)
{
    if (a && n >= 0)
        sprintf(a->owner + 2, "%d", n < 99 ? n : 1234567); //~ ALARM out-of-bounds
}

void printed_right(struct account *a, int n)
{
    if (a && n >= 0)
        snprintf(a->owner + 2, sizeof a->owner - 2, "%d", n < 99 ? n : 1234567);
}

void row(unsigned i)
{
    char names[3][4];
    memset(names, 0, sizeof names);
    if (i < 2)
        strcpy(names[i], i ? "long" : "abc"); //~ ALARM out-of-bounds
}

/* Several members at once, on purpose. */
void cleared(struct account *a)
{
    if (a)
        memset(a->owner, 0, sizeof *a - 4);
}

/* The last array may be longer than it says. */
struct text {
    int length;
    char bytes[4];
};

void last(void)
{
    char room[32];
    struct text *t = (struct text *)room;
    strcpy(t->bytes, "more than four");
}

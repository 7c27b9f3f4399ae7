/* The target of a copy is too small for some strings. The source is a terminated string: that is assumed, and no alarm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    char name[8];
    int kind;
};

int copied(const char *note)
{
    char p[12];
    strcpy(p, note); //~ ALARM null-dereference out-of-bounds
    return p[0];
}

int copied_checked(const char *note)
{
    char p[12];
    if (!note)
        return 0;
    strcpy(p, note); //~ ALARM out-of-bounds
    return p[0];
}

int copied_short(const char *note)
{
    char p[12];
    if (!note || strlen(note) >= sizeof p)
        return 0;
    strcpy(p, note);
    return p[0];
}

int on_heap(const char *note)
{
    char *p = malloc(12);
    int first;
    if (!note || !p) {
        free(p);
        return 0;
    }
    strcpy(p, note); //~ ALARM out-of-bounds
    first = p[0];
    free(p);
    return first;
}

int in_struct(struct record *r, const char *note)
{
    if (!r || !note)
        return 0;
    r->kind = 1;
    /* FIXME: sprintf has no symbolic model, so that overflows of its target are met by chance only. */
    sprintf(r->name, "%.7s", note);
    return r->kind;
}

int printed(const char *note)
{
    char p[12];
    if (!note)
        return 0;
    sprintf(p, "<%.9s>", note);
    return p[0];
}

int appended(const char *note)
{
    char p[12] = "to: ";
    if (!note)
        return 0;
    strcat(p, note); //~ ALARM out-of-bounds
    return p[0];
}

int moved(const char *bytes, unsigned n)
{
    char p[12] = "";
    if (!bytes || n > 16)
        return 0;
    memcpy(p, bytes, n); //~ ALARM out-of-bounds
    return p[0];
}

int moved_short(const char *bytes, unsigned n)
{
    char p[12] = "";
    if (!bytes || n > 12)
        return 0;
    memcpy(p, bytes, n);
    return p[0];
}

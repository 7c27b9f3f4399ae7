/* Faults of which the native form is left to chance: far behind a block other memory may lie, and over the end of the address
   space a length seems to be below zero. Near a block they are tests. */
#include <string.h>

int far_behind(char *block)
{
    return block ? block[100000] : 0;
}

int nowhere_near(char *block)
{
    return block ? block[3000000000] : 0;
}

int behind(char *block)
{
    return block ? block[100] : 0;
}

struct packet {
    char kind;
    char address[4];
};

void before_null(char *to, const struct packet *p)
{
    if (to)
        memcpy(to, (const char *)p - 4, 4);
}

/* Somebody else's variable: sanitizers know its size only where it is named. */
static void clear_words(long *words, int count)
{
    for (int i = 0; i < count; i++)
        words[i] = 0;
}

long clear_there(int at)
{
    long words[8] = {0};
    long *there = words;
    if (at < 200 || at > 1000)
        return 0;
    clear_words(there + at, 1);
    return words[0];
}

long at_index(int at)
{
    long words[8] = {0};
    if (at < 0 || at > 1000)
        return 0;
    return words[at];
}

/* Sanitizers refuse the pointer, the machine the access. */
struct path {
    char text[16];
    unsigned length;
};

int append(struct path *p, const char *text, int size)
{
    int n = p->length;
    int left = (int)sizeof p->text - n - 1;
    if (size < 0 || size > left)
        return -1;
    memcpy(p->text + n, text, size);
    p->text[n + size] = '\0';
    return n;
}

/* A pointer that has left its object may natively be in any other: it is not compared. */
unsigned sum(const char *from, unsigned n);

unsigned summed(const char *bytes, unsigned n)
{
    return bytes && n > 5000 && n < 6000 ? sum(bytes + n, 1) : 0;
}

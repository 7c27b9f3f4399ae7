// expect copied: reason inputs are not larger
// expect whole: reason inputs are not larger
// expect found: reason inputs are not larger
// expect block: reason inputs are not larger
// expect variable: reason inputs are not larger
// expect main: reason inputs are not larger
// expect anywhere: reason inputs are not larger
// expect twice: stop complete
/* What only inputs beyond a bound bring is unknown, also where no term speaks of their length. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int copied(const char *s)
{
    char b[100];
    if (!s)
        return -1;
    strncpy(b, s, 90);
    if (b[70] == 'q') /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int whole(const char *s)
{
    char b[700];
    if (!s)
        return -1;
    memset(b, 0, sizeof b);
    strcpy(b, s);
    if (b[90] == 'x') /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int found(const unsigned char *s)
{
    if (!s)
        return -1;
    if (memchr(s, 'a', 90) == s + 80) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int line(FILE *f)
{
    char b[600];
    if (!f)
        return -1;
    if (!fgets(b, sizeof b, f))
        return -2;
    if (strlen(b) > 550) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int block(FILE *f)
{
    char b[600];
    if (!f)
        return -1;
    if (fread(b, 1, 600, f) == 600) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int variable(void)
{
    const char *e = getenv("HOME");
    if (!e)
        return 0;
    if (strlen(e) > 50) /* hard: true */
        return 1; /* hard: code */
    return 2;
}

/* Some byte behind the bound may be an x. */
int anywhere(const unsigned char *s, unsigned i)
{
    if (!s)
        return -1;
    for (int k = 0; k < 64; k++)
        if (s[k] == 'x')
            return 5;
    if (s[i] == 'x') /* hard: true */
        return 1; /* hard: code */
    return 0;
}

/* But what is read twice is the same, wherever it is. */
int twice(const unsigned char *s, unsigned i)
{
    if (!s)
        return -1;
    if (s[i] > 200) {
        if (s[i] < 100) /* dead: true */
            return 1; /* dead: code */
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 6) /* hard: true */
        return 1; /* hard: code */
    if (argc > 1 && strlen(argv[1]) > 90) /* hard: second true */
        return 2; /* hard: code */
    return 0;
}

/* What is read goes into inputs that may be too short: whether it finds room is decided where it is written. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

int line(char *b)
{
    return !fgets(b, 4, stdin);
}

int block(char *b)
{
    return fread(b, 1, 4, stdin) == 4;
}

int some(char *b)
{
    return read(0, b, 5) > 3;
}

int word(char *b)
{
    return scanf("%7s", b);
}

int letters(char *b)
{
    return scanf("%[a-z]", b);
}

int pieces(struct iovec *v)
{
    return readv(0, v, 2) > 3;
}

/* The buffer and its size are the caller's. */
int part(char **b, size_t *n, FILE *f)
{
    if (getdelim(b, n, ';', f) == 3 && (*b)[1] == 'k')
        return 1;
    free(*b);
    *b = NULL;
    return 0;
}

int comment(char **b, size_t *n, FILE *f)
{
    if (getline(b, n, f) < 0)
        return -1;
    return (*b)[0] == '#';
}

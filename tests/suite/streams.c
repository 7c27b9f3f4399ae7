/* Streams on descriptors, streams that are opened anew, and files whose last line ends in an error. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int first_of(const char *path)
{
    FILE *f;
    int c, fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    f = fdopen(fd, "r");
    if (!f) {
        close(fd);
        return errno == EMFILE ? -3 : -2;
    }
    c = getc(f);
    fclose(f);
    if (c == 'x')
        return 1;
    return 0;
}

int not_for_writing(const char *path)
{
    int fd = open(path, O_RDONLY);
    FILE *f;
    if (fd < 0)
        return -1;
    f = fdopen(fd, "w");
    close(fd);
    return f ? 1 : 0;
}

int added(const char *path)
{
    int fd = open(path, O_WRONLY);
    FILE *f;
    if (fd < 0)
        return -1;
    f = fdopen(fd, "a");
    if (!f)
        return -2;
    fputs("end", f);
    return fclose(f);
}

int from_standard(void)
{
    FILE *f = fdopen(0, "r");
    int c;
    if (!f)
        return -1;
    c = getc(f);
    return c == 'q';
}

int anew(FILE *f, const char *path)
{
    int c = getc(f);
    if (!freopen(path, "r", f))
        return -1;
    if (getc(f) == 'k')
        return c == 'o' ? 2 : 1;
    return 0;
}

int anew_for_writing(FILE *f, const char *path)
{
    ungetc('a', f);
    if (!freopen(path, "w", f))
        return -1;
    if (getc(f) != EOF)
        return 1;
    return fputc('b', f) == 'b' ? 2 : 3;
}

int standard_anew(void)
{
    int c = getchar();
    if (!freopen("in", "r", stdin))
        return -1;
    if (c == 'a' && getchar() == 'b')
        return 1;
    return 0;
}

int lines(FILE *f)
{
    char b[8];
    int n = 0;
    while (fgets(b, sizeof b, f))
        n++;
    if (ferror(f))
        return -n;
    return n;
}

int last(FILE *f)
{
    char b[8];
    if (!fgets(b, sizeof b, f))
        return -1;
    if (strchr(b, '\n'))
        return 1;
    if (ferror(f))
        return 3;
    return 2;
}

int part(char **b, size_t *n, FILE *f)
{
    if (getdelim(b, n, ';', f) == 3 && (*b)[1] == 'k')
        return 1;
    free(*b);
    *b = NULL;
    return 0;
}

int variable(void)
{
    setenv("D", "new", 0);
    if (strcmp(getenv("D"), "new") == 0)
        return 1;
    unsetenv("D");
    return getenv("D") ? 2 : 0;
}

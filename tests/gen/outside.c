// options: --allocation-fails
/* What comes from outside: the environment, time, chance, errno, memory that is not there. */

#include <errno.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

int verbose(void)
{
    const char *v = getenv("VERBOSE");
    if (!v)
        return 0;
    return strcmp(v, "yes") == 0 ? 2 : 1;
}

int twice(void)
{
    const char *a = getenv("A"), *b = getenv("A");
    if (a != b) /* dead: true */
        return -1; /* dead: code */
    return a && a[0] == 'x';
}

int late(void)
{
    time_t now = time(NULL);
    if (now > 4000000000)
        return 2;
    return now == 12345;
}

int dice(void)
{
    int r = rand() % 6 + 1;
    if (r == 6 && rand() % 6 + 1 == 6)
        return 12;
    return rand() < 0 ? -1 : 0; /* dead: true */
}

int last_error(void)
{
    if (errno == ENOENT)
        return 1;
    errno = 0;
    return errno;
}

char *copy(const char *s)
{
    if (!s)
        return NULL;
    char *p = malloc(strlen(s) + 1);
    if (!p)
        return NULL;
    strcpy(p, s);
    char *q = realloc(p, strlen(s) + 10);
    if (!q) {
        free(p);
        return NULL;
    }
    return q;
}

int there(const char *name)
{
    struct stat st;
    if (stat(name, &st) != 0)
        return -1;
    if ((st.st_mode & S_IFMT) == S_IFDIR)
        return 2;
    return st.st_size > 100000;
}

int replaced(const char *from, const char *to)
{
    if (rename(from, to) == 0)
        return 0;
    return errno == EXDEV ? 1 : -1;
}

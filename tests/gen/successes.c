// runs: 400
// expect first_line: hypothesis `fputs` gives the answer that it gives here
/* Numbers that mean success: another one could have been given, so what is proved of the one that was rests on that. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int first_line(FILE *f)
{
    int n = fputs("crescendo\n", f);
    if (n < 0)
        return -1;
    if (n == 0)     /* hard: true */
        return 1;   /* hard: code */
    return puts("done") == 1000; /* hard: true */
}

int lowest(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return -1;
    if (fd == 0)    /* hard: true */
        return 1;   /* hard: code */
    return dup(fd) == 0; /* hard: true */
}

/* The result is not looked at: nothing is open. */
int unused(FILE *f, int n)
{
    fputs("crescendo\n", f);
    if (n > 5 && n < 3) /* dead: second */
        return 1;       /* dead: code */
    return 0;
}

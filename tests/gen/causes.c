// expect opened: branch full
// expect stream: branch full
// expect retried: branch full
// expect written: branch full
/* Why something of the outside fails is an input: `errno` may say anything that a system says. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int opened(const char *path)
{
    int fd = open(path, O_RDONLY);
    if (fd < 0) {
        if (errno == ENOENT)
            return 1;
        if (errno == EINTR)
            return 2;
        return 3;
    }
    close(fd);
    return 0;
}

int stream(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return errno == EACCES ? 1 : errno == ENOENT ? 2 : 3;
    fclose(f);
    return 0;
}

int retried(int fd)
{
    char c;
    long n;
    do
        n = read(fd, &c, 1);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -1 : (int)n;
}

int written(FILE *f)
{
    if (fputc('a', f) == EOF)
        return errno == ENOSPC ? 2 : 1;
    return 0;
}

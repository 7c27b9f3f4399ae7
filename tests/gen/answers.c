// runs: 400
/* Functions of the operating system say only some of the values of their types. They are stubs, which may do more: nothing is proved. */
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int link_length(const char *path, char buffer[64])
{
    long n = readlink(path, buffer, 63);
    if (n > 63)     /* hard: true */
        return 1;   /* hard: code */
    if (n < -1)     /* hard: true */
        return 2;   /* hard: code */
    if (n == 63)
        return 3;
    if (n < 0)
        return 4;
    return 0;
}

int link_of(const char *path, char *buffer, unsigned size)
{
    long n = readlink(path, buffer, size);
    if (n > (long)size) /* hard: true */
        return 1;       /* hard: code */
    if (n == 1000)
        return 2;
    return 0;
}

int processes(void)
{
    int child;
    if (getpid() < 1)   /* hard: true */
        return 1;       /* hard: code */
    child = fork();
    if (child < -1)     /* hard: true */
        return 2;       /* hard: code */
    if (child == -1)
        return 3;
    if (child == 0) {
        if (execv("/bin/true", 0) != -1)    /* hard: true */
            return 4;                       /* hard: code */
        return 5;
    }
    return waitpid(child, 0, 0) == child;
}

int rest(unsigned seconds)
{
    unsigned left = sleep(seconds);
    if (left > seconds) /* hard: true */
        return 1;       /* hard: code */
    if (left)
        return 2;
    return umask(022) > 0777; /* hard: true */
}

int size_of(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return 1;
    if (s.st_size < 0)          /* hard: true */
        return 2;               /* hard: code */
    if (s.st_blksize < 1)       /* hard: true */
        return 3;               /* hard: code */
    if (s.st_mtim.tv_nsec > 999999999 || s.st_mtim.tv_nsec < 0) /* hard: first, second */
        return 4;               /* hard: code */
    if (s.st_size == 4096)
        return 5;
    if (S_ISDIR(s.st_mode))
        return 6;
    if ((s.st_mode & S_IFMT) == 0) /* hard: true */
        return 7;               /* hard: code */
    return 0;
}

int fraction(void)
{
    struct timespec t;
    struct timeval v;
    if (clock_gettime(CLOCK_REALTIME, &t) != 0)
        return 1;
    if (t.tv_nsec / 100000000 > 9)  /* hard: true */
        return 2;                   /* hard: code */
    if (gettimeofday(&v, 0) != 0)
        return 3;
    if (v.tv_usec == 1000000)       /* hard: true */
        return 4;                   /* hard: code */
    return t.tv_nsec == 999999999 ? 5 : 6;
}

int passed(void)
{
    struct timespec a, b;
    if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_MONOTONIC, &b))
        return 1;
    if (b.tv_sec < a.tv_sec)        /* hard: true */
        return 2;                   /* hard: code */
    if (b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec) /* hard: second */
        return 3;                   /* hard: code */
    if (b.tv_sec == a.tv_sec && b.tv_nsec == a.tv_nsec + 5)
        return 4;
    return 0;
}

int ends(void)
{
    int p[2];
    if (pipe(p) != 0)
        return 1;
    if (p[0] < 0 || p[1] < 0)   /* hard: first, second */
        return 2;               /* hard: code */
    if (p[0] == p[1])           /* hard: true */
        return 3;               /* hard: code */
    if (p[1] == 7)
        return 4;
    return 0;
}

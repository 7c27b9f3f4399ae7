/* A right program, if functions of the operating system say what they can say, and files hold what was written to them: nothing
 * of it may be confirmed. The one fault is what a link of the longest length does. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int table[10];

static int divide(long by)
{
    return (int)(10 / by);
}

static int get(long i)
{
    return table[i];
}

static void link_name(const char *path)
{
    static char name[64], other[64];
    long n = readlink(path, name, 63);
    if (n >= 0)
        name[n] = 0;
    n = readlink(path, other, 64);
    if (n >= 0)
        other[n] = 0; //~ out-of-bounds
}

/* What these write is not known. */
static int names(const char *path)
{
    char name[64], host[32];
    long n = readlink(path, name, 63);
    if (n > 0 && name[0] == '/')
        return 1;
    if (gethostname(host, sizeof host) == 0 && host[0] == 'a')
        return 2;
    return 0;
}

static void times(void)
{
    struct timespec t, later;
    struct timeval v;
    if (clock_gettime(CLOCK_REALTIME, &t) == 0)
        get(t.tv_nsec / 100000000);
    if (gettimeofday(&v, 0) == 0)
        get(v.tv_usec / 100000);
    if (clock_gettime(CLOCK_MONOTONIC, &t) == 0 && clock_gettime(CLOCK_MONOTONIC, &later) == 0)
        divide(later.tv_sec - t.tv_sec + 1);
    get((long)sleep(5));
    get((long)umask(022) / 100);
}

static void system_numbers(const char *path)
{
    struct stat s;
    int p[2];
    divide(getpid());
    divide(fork() + 2);
    if (stat(path, &s) == 0) {
        divide(s.st_size + 1);
        divide(s.st_blksize);
        divide(S_ISREG(s.st_mode) || S_ISDIR(s.st_mode) || S_ISLNK(s.st_mode) || S_ISCHR(s.st_mode) || S_ISBLK(s.st_mode) ||
               S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
    }
    if (pipe(p) == 0) {
        divide(p[0] + 1);
        divide(p[1] - p[0]);
    }
}

static int files(const char *path)
{
    long n;
    int fd, c;
    FILE *f = fopen(path, "w+");
    if (!f)
        return 1;
    if (fputs("hello", f) < 0 || fflush(f))
        return 2;
    n = ftell(f);
    if (n >= 0)
        divide(n);
    rewind(f);
    c = getc(f);
    if (ferror(f))
        return 3;
    divide(c == 'h');
    fclose(f);
    f = fopen(path, "r");
    if (!f)
        return 4;
    c = getc(f);
    if (ferror(f))
        return 5;
    divide(c == 'h');
    fd = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, "abc", 3) != 3)
        return 6;
    n = lseek(fd, 0, SEEK_CUR);
    if (n < 0)
        return 7;
    divide(n);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    switch (argv[1][0]) {
    case 'l':
        link_name(argv[1]);
        break;
    case 'n':
        return names(argv[1]);
    case 't':
        times();
        break;
    case 's':
        system_numbers(argv[1]);
        break;
    case 'f':
        return files(argv[1]);
    }
    return 0;
}

// Files, the environment, the time: what a unit finds outside of it becomes part of its tests.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A stream among the inputs. */
int count_lines(FILE *in)
{
    int c, lines = 0;
    if (!in)
        return -1;
    while ((c = getc(in)) != EOF)
        if (c == '\n')
            lines++;
    if (ferror(in))
        return -2;
    return lines;
}

/* A file that may not be there. */
int first_byte(const char *path)
{
    FILE *f = fopen(path, "rb");
    int c;
    if (!f)
        return errno == ENOENT ? -1 : -2;
    c = fgetc(f);
    if (c == EOF && !feof(f)) {
        fclose(f);
        return -3;
    }
    if (fclose(f) != 0)
        return -4;
    return c == '#' ? 1 : 0;
}

/* A descriptor. */
int has_magic(const char *path)
{
    char buffer[4];
    int fd = open(path, O_RDONLY);
    ssize_t n;
    if (fd < 0)
        return -1;
    n = read(fd, buffer, sizeof buffer);
    close(fd);
    if (n < 4)
        return -2;
    return memcmp(buffer, "\177ELF", 4) == 0;
}

/* Standard input. */
int answer(void)
{
    int c = getchar();
    if (c == 'y' || c == 'Y')
        return 1;
    return c == EOF ? -1 : 0;
}

/* The environment. */
int verbosity(void)
{
    const char *v = getenv("VERBOSE");
    if (!v)
        return 0;
    if (v[0] == 'y')
        return 2;
    return 1;
}

/* A name that no source would have. */
int odd_variable(void)
{
    const char *v = getenv("a\001\"");
    return v && v[0] == '9';
}

/* Time and chance. */
int is_late(time_t limit)
{
    time_t now = time(NULL);
    if (now > limit)
        return 1;
    return rand() % 7 == 3 ? 2 : 0;
}

/* Output. */
void greet(int n)
{
    if (n > 3)
        printf("many: %d\n", n);
    else
        puts("few");
}

int save(FILE *to, const char *text)
{
    if (!to || !text)
        return -1;
    if (fputs(text, to) == EOF)
        return -2;
    if (fprintf(to, "%s|", text) < 0)
        return -3;
    if (fflush(to) != 0)
        return -4;
    return 0;
}

struct job {
    FILE *log;
    int level;
};

static struct job jobs[2];

int report(int i, const char *what)
{
    if (i < 0 || i > 1)
        return -1;
    if (!jobs[i].log)
        return 0;
    fputs(jobs[i].level > 2 ? "! " : ". ", jobs[i].log);
    fputs(what ? what : "nothing", jobs[i].log);
    return 1;
}

/* What the system says of a file. */
int is_large_file(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return -1;
    if (!S_ISREG(about.st_mode))
        return -2;
    return about.st_size > 1000;
}

/* The same of a descriptor, through a variable that others see. */
static struct stat last;

int is_newer(int fd, time_t than)
{
    if (fstat(fd, &last) < 0)
        return -1;
    return last.st_mtime > than ? 1 : 0;
}

/* What it may do to files. */
int replace_file(const char *from, const char *to)
{
    if (access(from, R_OK) != 0)
        return -1;
    if (unlink(to) != 0 && errno != ENOENT)
        return -2;
    if (rename(from, to) != 0) {
        remove(from);
        return -3;
    }
    return 0;
}

int prepare(const char *folder)
{
    if (isatty(0))
        return 1;
    return mkdir(folder, 0700) == 0 ? 0 : -1;
}

/* None of the bytes: then the stream is not looked at, and nothing can fail. And more than there is memory for. */
struct printer {
    int (*print)(struct printer *, const char *, size_t);
    FILE *to;
};

int print_nothing(struct printer *p, const char *bytes, int looks)
{
    if (!p || !bytes)
        return -1;
    size_t none = fwrite(bytes, 1, 0, p->to);
    if (looks && p->to && fwrite(bytes, 1, 1, p->to) != 1)
        return -2;
    return (int)none;
}

int print_all_of_memory(const char *bytes, FILE *to)
{
    if (!bytes || !to)
        return -1;
    return fwrite(bytes, 1, (size_t)1 << 63, to) != 0;
}

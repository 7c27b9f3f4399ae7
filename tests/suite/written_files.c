/* Files that are written and read again, and what functions of the operating system say. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int at_end(FILE *f)
{
    fseek(f, 0, SEEK_END);
    fputc('a', f);
    if (ftell(f) == 5)
        return 1;
    return 2;
}

int appended(const char *path, const char *text)
{
    FILE *f = fopen(path, "a");
    if (!f)
        return -1;
    if (fputs(text, f) < 0)
        return -2;
    if (ftell(f) > 6)
        return 1;
    return fclose(f);
}

int kept(const char *path, int c)
{
    char back[8];
    FILE *f = fopen(path, "r+");
    if (!f)
        return -1;
    fputc(c, f);
    fputs("bc", f);
    rewind(f);
    if (!fgets(back, sizeof back, f))
        return -2;
    if (strcmp(back, "abc") == 0)
        return 1;
    if (strlen(back) > 4)
        return 2;
    return 0;
}

int numbers(const char *path)
{
    char back[4] = "";
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND, 0600);
    if (fd < 0)
        return -1;
    if (write(fd, "abc", 3) != 3)
        return -2;
    if (lseek(fd, 0, SEEK_CUR) == 5)
        return 1;
    lseek(fd, 0, SEEK_SET);
    if (read(fd, back, 4) == 4)
        return 2;
    return back[0] == 'x' ? 3 : 4;
}

int ends(int wanted)
{
    int p[2];
    if (pipe(p) != 0)
        return -1;
    if (p[1] == wanted)
        return 1;
    if (p[0] > 100)
        return 2;
    return 0;
}

int length(const char *path, char *to)
{
    char buffer[16] = "";
    struct stat s;
    long n = readlink(path, buffer, sizeof buffer - 1);
    if (n < 0)
        return -1;
    buffer[n] = 0;
    if (stat(path, &s) != 0)
        return -2;
    return s.st_size == n ? 1 : 0;
}

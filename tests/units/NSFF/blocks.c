/* Blocks: fread, read, positions. */

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

struct head {
    unsigned char magic[2];
    unsigned short count;
};

int magic(FILE *f)
{
    struct head h;
    if (!f)
        return -1;
    if (fread(&h, sizeof h, 1, f) != 1)
        return feof(f) ? -2 : -3;
    if (h.magic[0] == 'B' && h.magic[1] == 'M')
        return h.count > 1000 ? 2 : 1;
    return 0;
}

int some(FILE *f)
{
    char b[12];
    if (!f)
        return -1;
    size_t n = fread(b, 1, sizeof b, f);
    if (n == 7 && b[6] == 'z')
        return 1;
    if (n == 12 && b[11] == 'a')
        return 2;
    return 0;
}

long size(FILE *f)
{
    if (!f || fseek(f, 0, SEEK_END) != 0)
        return -1;
    long n = ftell(f);
    rewind(f);
    if (n == 5)
        return getc(f) == 'k' ? 100 : 101;
    return n;
}

int descriptor(const char *name)
{
    char b[4];
    int fd = open(name, O_RDONLY);
    if (fd < 0)
        return -1;
    long n = read(fd, b, sizeof b);
    close(fd);
    if (n < 0)
        return -2;
    if (n == 4 && b[0] == 0x7f && b[1] == 'E')
        return 1;
    return n == 2 ? 2 : 0;
}

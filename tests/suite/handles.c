/* Streams behind `void *` that are only written, moved or closed; nothing to read or write needs none; lists of arguments;
   descriptors, of which the first is only read. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

struct archive {
    void *stream;
    unsigned pos;
};

int put(struct archive *a, const void *data, unsigned size)
{
    if (!a || !data)
        return -1;
    if (fwrite(data, 1, size > 4 ? 4 : size, a->stream) != size)
        return -2;
    a->pos += size;
    return 0;
}

int take(struct archive *a, char to[4], unsigned size)
{
    return fread(to, 1, size & 3, a->stream) == 0;
}

int move(struct archive *a, long offset)
{
    return fseek(a->stream, offset, SEEK_SET) == 0 ? 0 : -1;
}

int finish(struct archive *a)
{
    return fclose(a->stream) ? -1 : 1;
}

int show(char *to, unsigned long size, const char *format, va_list rest)
{
    int n = vsnprintf(to, size, format, rest);
    return n > 3 ? 3 : n;
}

int answer(int descriptor, const char *text, unsigned long size)
{
    if (write(descriptor, text, size > 2 ? 2 : size) != (long)size)
        return -1;
    return 1;
}

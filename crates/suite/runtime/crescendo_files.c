/* Files and streams for tests. Nothing is read ahead, so that a stream and its descriptor may be mixed. Streams are made by
 * fopencookie (GNU and musl).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crescendo_outside.h"

#define FIRST_HANDLE 3

static struct file *files;

struct file *crescendo_find_file(const char *name)
{
    struct file *f = files;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    return f;
}

struct file *crescendo_file_of_handle(int handle)
{
    struct file *f = files;
    while (f && f->handle != handle)
        f = f->next;
    return f;
}

struct file *crescendo_file_of_stream(const FILE *stream)
{
    struct file *f = files;
    while (f && f->stream != stream)
        f = f->next;
    return f;
}

struct file *crescendo_declare_file(const char *name, const char *bytes, size_t count)
{
    struct file *f = crescendo_find_file(name);
    if (!f) {
        f = crescendo_need(calloc(1, sizeof *f));
        f->name = name;
        f->handle = -1;
        f->readable = 1;
        f->writable = 1;
        f->next = files;
        files = f;
    }
    f->bytes = bytes;
    f->count = count;
    return f;
}

/* A call that opens: its file is there, or empty. */
struct file *crescendo_opened_file(const char *function, int number)
{
    char name[32];
    struct file *f;
    sprintf(name, "%s#%d", function, number);
    f = crescendo_find_file(name);
    return f ? f : crescendo_declare_file(crescendo_need(strdup(name)), "", 0);
}

void crescendo_give_handle(struct file *f)
{
    int h = FIRST_HANDLE;
    while (crescendo_file_of_handle(h))
        h++;
    f->handle = h;
}

static size_t take(struct file *f, char *to, size_t size)
{
    size_t left = f->at < f->count ? f->count - f->at : 0, n = size < left ? size : left;
    memcpy(to, f->bytes + f->at, n);
    f->at += n;
    return n;
}

ssize_t crescendo_read_file(struct file *f, char *to, size_t size)
{
    size_t n = take(f, to, size);
    if (n == 0 && size > 0 && f->ends_in_error) {
        errno = f->error ? f->error : EIO;
        return -1;
    }
    return (ssize_t)n;
}

/* Writes at the position, or at the end. */
static void put(struct file *f, const char *from, size_t size)
{
    size_t end, count = f->count;
    char *bytes;
    if (f->append)
        f->at = count;
    end = f->at + size;
    if (end < count)
        end = count;
    bytes = crescendo_need(calloc(1, end + 1));
    memcpy(bytes, f->bytes, count);
    memcpy(bytes + f->at, from, size);
    if (f->own)
        free((char *)f->bytes);
    f->own = 1;
    f->bytes = bytes;
    f->count = end;
    f->at += size;
}

/* More than any object of a test has. */
#define LARGEST 0x40000000u

/* Reads until something stops it. */
static void read_on(const volatile char *from)
{
    for (;; from++)
        (void)*from;
}

ssize_t crescendo_write_file(struct file *f, const char *from, size_t size)
{
    if (size > LARGEST)
        read_on(from);
    f->written = crescendo_need(realloc(f->written, f->length + size + 1));
    memcpy(f->written + f->length, from, size);
    f->length += size;
    put(f, from, size);
    return (ssize_t)size;
}

int crescendo_seek_file(struct file *f, off64_t *offset, int whence)
{
    off64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off64_t)f->at : (off64_t)f->count;
    if (base + *offset < 0) {
        errno = EINVAL;
        return -1;
    }
    f->at = (size_t)(base + *offset);
    *offset += base;
    return 0;
}

int crescendo_close_file(struct file *f)
{
    f->handle = -1;
    f->stream = NULL;
    return 0;
}

static ssize_t read_stream(void *leads, char *to, size_t size)
{
    return crescendo_read_file(*(struct file **)leads, to, size);
}

static ssize_t write_stream(void *leads, const char *from, size_t size)
{
    return crescendo_write_file(*(struct file **)leads, from, size);
}

static int seek_stream(void *leads, off64_t *offset, int whence)
{
    return crescendo_seek_file(*(struct file **)leads, offset, whence);
}

static int close_stream(void *leads)
{
    crescendo_close_file(*(struct file **)leads);
    free(leads);
    return 0;
}

FILE *crescendo_open_stream(struct file *f, const char *mode)
{
    cookie_io_functions_t io;
    io.read = read_stream;
    io.write = write_stream;
    io.seek = seek_stream;
    io.close = close_stream;
    f->leads = crescendo_need(malloc(sizeof *f->leads));
    *f->leads = f;
    f->stream = fopencookie(f->leads, mode, io);
    if (f->stream)
        setvbuf(f->stream, NULL, _IONBF, 0);
    return f->stream;
}

void crescendo_set_file(const char *name, const char *bytes, crescendo_size count)
{
    struct file *f = crescendo_declare_file(name, bytes, count);
    int before = errno;
    if (strcmp(name, "stdin") == 0) {
        f->handle = 0;
        f->writable = 0;
#ifdef __GLIBC__
        stdin = crescendo_need(crescendo_open_stream(f, "r"));
#else
        {
            FILE *real = crescendo_need(tmpfile());
            fwrite(bytes, 1, count, real);
            rewind(real);
            dup2(fileno(real), 0);
        }
#endif
    }
    errno = before;
}

void *crescendo_new_stream(const char *name, const char *bytes, crescendo_size count)
{
    int before = errno;
    FILE *stream = crescendo_need(crescendo_open_stream(crescendo_declare_file(name, bytes, count), "r+"));
    errno = before;
    return stream;
}

void crescendo_ends_in_error(const char *name)
{
    struct file *f = crescendo_find_file(name);
    if (f)
        f->ends_in_error = 1;
}

void crescendo_ends_with(const char *name, int error)
{
    struct file *f = crescendo_find_file(name);
    if (f)
        f->error = error;
}

/* Sets the error mark of a stream. */
void crescendo_mark_failed(FILE *stream)
{
#ifdef __GLIBC__
    if (stream)
        stream->_flags |= 0x20;
#else
    (void)stream;
#endif
}

void crescendo_has_failed(const char *name)
{
    struct file *f = crescendo_find_file(name);
    crescendo_mark_failed(strcmp(name, "stdin") == 0 ? stdin : strcmp(name, "stdout") == 0 ? stdout : strcmp(name, "stderr") == 0 ? stderr
                                                                                     : f ? f->stream : NULL);
}

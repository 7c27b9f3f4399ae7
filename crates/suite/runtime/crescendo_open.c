/* Opening files of a test, and what is done with descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crescendo_outside.h"

static int opened_streams, opened_handles, reopened;

/* ---- opening */

static int is_mode(const char *mode)
{
    return *mode == 'r' || *mode == 'w' || *mode == 'a';
}

static int reads(const char *mode)
{
    return *mode == 'r' || strchr(mode, '+');
}

static int writes(const char *mode)
{
    return *mode != 'r' || strchr(mode, '+');
}

/* As the library does for streams that only append. */
static void start(struct file *f, const char *mode)
{
    if (*mode == 'a' && !reads(mode))
        f->at = f->count;
}

/* A stream opens a file: what it may do with it. */
static void open_as(struct file *f, const char *mode)
{
    f->readable = reads(mode);
    f->writable = writes(mode);
    f->append = *mode == 'a';
    start(f, mode);
    crescendo_give_handle(f);
}

FILE *crescendo_fopen(const char *path, const char *mode);
FILE *crescendo_fopen(const char *path, const char *mode)
{
    struct file *f;
    (void)path;
    if (!is_mode(mode)) {
        errno = EINVAL;
        return NULL;
    }
    if (crescendo_is_failing("fopen")) {
        opened_streams++;
        crescendo_set_cause(*mode == 'r' ? ENOENT : EACCES);
        return NULL;
    }
    f = crescendo_opened_file("fopen", ++opened_streams);
    open_as(f, mode);
    return crescendo_open_stream(f, mode);
}

FILE *crescendo_fdopen(int handle, const char *mode);
FILE *crescendo_fdopen(int handle, const char *mode)
{
    struct file *f = crescendo_file_of_handle(handle);
    if (!is_mode(mode)) {
        errno = EINVAL;
        return NULL;
    }
    if (!f && handle != 0)
        return fdopen(handle, mode);
    if (crescendo_is_failing("fdopen")) {
        crescendo_set_cause(ENOMEM);
        return NULL;
    }
    if (!f) {
        /* Nobody has asked for what is in it. */
        f = crescendo_declare_file("stdin", "", 0);
        f->handle = 0;
        f->writable = 0;
    }
    if ((reads(mode) && !f->readable) || (writes(mode) && !f->writable)) {
        errno = EINVAL;
        return NULL;
    }
    if (*mode == 'a')
        f->append = 1;
    start(f, mode);
    return crescendo_open_stream(f, mode);
}

/* Tells a stream whether it can be read and written. */
static void limit(FILE *stream, const struct file *f)
{
#ifdef __GLIBC__
    stream->_flags = (stream->_flags & ~0xc) | (f->readable ? 0 : 4) | (f->writable ? 0 : 8);
#else
    (void)stream;
    (void)f;
#endif
}

/* A stream of ours goes to another file. */
static FILE *lead(FILE *stream, struct file *old, struct file *f, const char *mode)
{
    f->leads = old->leads;
    *f->leads = f;
    crescendo_close_file(old);
    open_as(f, mode);
    f->stream = stream;
    __fpurge(stream);
    clearerr(stream);
    limit(stream, f);
    return stream;
}

/* Standard input stays where it is, also when it is closed. */
static void close_standard(struct file *old, struct file *f, const char *mode)
{
    lead(stdin, old, f, mode);
    crescendo_close_file(f);
    f->readable = f->writable = 0;
    limit(stdin, f);
}

/* A stream of the library keeps its place, so it goes to a real file with these bytes. */
FILE *crescendo_freopen(const char *path, const char *mode, FILE *stream);
FILE *crescendo_freopen(const char *path, const char *mode, FILE *stream)
{
    struct file *old = crescendo_file_of_stream(stream), *f;
    char name[40];
    FILE *real;
    if (!path || !is_mode(mode))
        return freopen(path, mode, stream);
    f = crescendo_opened_file("freopen", ++reopened);
    if (crescendo_is_failing("freopen")) {
        if (old && stream == stdin)
            close_standard(old, f, mode);
        else if (old || (stream != stdin && stream != stdout && stream != stderr))
            fclose(stream);
        else
            freopen("/nonexistent/file", "r", stream);
        crescendo_set_cause(*mode == 'r' ? ENOENT : EACCES);
        return NULL;
    }
    if (old)
        return lead(stream, old, f, mode);
    real = crescendo_need(tmpfile());
    fwrite(f->bytes, 1, f->count, real);
    fflush(real);
    sprintf(name, "/proc/self/fd/%d", fileno(real));
    return freopen(name, mode, stream);
}

static int open_handle(int flags)
{
    struct file *f;
    if (crescendo_is_failing("open")) {
        opened_handles++;
        crescendo_set_cause(flags & O_CREAT ? EACCES : ENOENT);
        return -1;
    }
    f = crescendo_opened_file("open", ++opened_handles);
    f->readable = (flags & O_ACCMODE) != O_WRONLY;
    f->writable = (flags & O_ACCMODE) != O_RDONLY;
    f->append = (flags & O_APPEND) != 0;
    crescendo_give_handle(f);
    return f->handle;
}

int crescendo_open(const char *path, int flags, ...);
int crescendo_open(const char *path, int flags, ...)
{
    (void)path;
    return open_handle(flags);
}

int crescendo_openat(int folder, const char *path, int flags, ...);
int crescendo_openat(int folder, const char *path, int flags, ...)
{
    (void)folder;
    (void)path;
    return open_handle(flags);
}

int crescendo_creat(const char *path, mode_t mode);
int crescendo_creat(const char *path, mode_t mode)
{
    (void)path;
    (void)mode;
    return open_handle(O_CREAT | O_WRONLY);
}

/* ---- descriptors */

ssize_t crescendo_read(int handle, void *to, size_t size);
ssize_t crescendo_read(int handle, void *to, size_t size)
{
    struct file *f = crescendo_file_of_handle(handle);
    int is_output = !f && (handle == 1 || handle == 2);
    ssize_t n;
    if (!f && !is_output)
        return read(handle, to, size);
    if (is_output || !f->readable) {
        errno = EBADF;
        return -1;
    }
    n = crescendo_read_file(f, to, size);
    /* An error is told once: who tries again comes to the end. */
    if (n < 0)
        f->ends_in_error = 0;
    return n;
}

/* What is received is what a file holds: no test has a network. */
ssize_t crescendo_recv(int handle, void *to, size_t size, int flags);
ssize_t crescendo_recv(int handle, void *to, size_t size, int flags)
{
    (void)flags;
    return crescendo_read(handle, to, size);
}

ssize_t crescendo_recvfrom(int handle, void *to, size_t size, int flags, void *from, void *length);
ssize_t crescendo_recvfrom(int handle, void *to, size_t size, int flags, void *from, void *length)
{
    (void)from;
    (void)length;
    return crescendo_recv(handle, to, size, flags);
}

ssize_t crescendo_write(int handle, const void *from, size_t size);
ssize_t crescendo_write(int handle, const void *from, size_t size)
{
    struct file *f = crescendo_file_of_handle(handle);
    int bad = crescendo_is_failing("write");
    ssize_t n;
    if (f && !f->writable) {
        errno = EBADF;
        return -1;
    }
    n = f ? crescendo_write_file(f, from, size) : write(handle, from, size);
    if (bad) {
        crescendo_set_cause(EIO);
        return -1;
    }
    return n;
}

off_t crescendo_lseek(int handle, off_t offset, int whence);
off_t crescendo_lseek(int handle, off_t offset, int whence)
{
    struct file *f = crescendo_file_of_handle(handle);
    off64_t to = offset;
    int bad = crescendo_is_failing("lseek");
    if (!f && (handle == 1 || handle == 2)) {
        to = -1;
        errno = ESPIPE;
    } else if (!f)
        to = lseek(handle, offset, whence);
    else if (crescendo_seek_file(f, &to, whence) != 0)
        to = -1;
    if (bad)
        crescendo_set_cause(EIO);
    return bad ? -1 : (off_t)to;
}

int crescendo_close(int handle);
int crescendo_close(int handle)
{
    struct file *f = crescendo_file_of_handle(handle);
    int result = f ? crescendo_close_file(f) : close(handle);
    if (crescendo_is_failing("close")) {
        crescendo_set_cause(EIO);
        return -1;
    }
    return result;
}

int crescendo_fileno(FILE *stream);
int crescendo_fileno(FILE *stream)
{
    struct file *f = crescendo_file_of_stream(stream);
    if (!f)
        return fileno(stream);
    if (f->handle < 0)
        crescendo_give_handle(f);
    return f->handle;
}

/* Files, the environment and the time for tests. Calls of the library are led to these functions where a test answers for
 * them (CRESCENDO_REDIRECT); they do what the library does unless the test says otherwise.
 *
 * A file is its bytes; what is written to it goes there, and is kept apart, too. Nothing is read ahead, so that a stream and its descriptor may
 * be mixed. Streams are made by fopencookie (GNU and musl).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "crescendo.h"

#define FIRST_HANDLE 3

struct file {
    struct file *next;
    const char *name;
    const char *bytes;
    size_t count, at;
    int ends_in_error;
    int error;
    int handle;
    int readable, writable, append;
    /* Its bytes are ours. */
    int own;
    FILE *stream;
    char *written;
    size_t length;
};

struct call {
    struct call *next;
    const char *function;
    int number;
    int error;
};

static struct file *files;
static struct call *failures, *counts;
/* The last failure that was told. */
static const struct call *failing;
static int opened_streams, opened_handles, reopened;

static void *need(void *p)
{
    if (!p) {
        fputs("out of memory\n", stderr);
        _exit(2);
    }
    return p;
}

static struct file *find(const char *name)
{
    struct file *f = files;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    return f;
}

static struct file *of_handle(int handle)
{
    struct file *f = files;
    while (f && f->handle != handle)
        f = f->next;
    return f;
}

static struct file *of_stream(const FILE *stream)
{
    struct file *f = files;
    while (f && f->stream != stream)
        f = f->next;
    return f;
}

static struct file *declare(const char *name, const char *bytes, size_t count)
{
    struct file *f = find(name);
    if (!f) {
        f = need(calloc(1, sizeof *f));
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
static struct file *opened(const char *function, int number)
{
    char name[32];
    struct file *f;
    sprintf(name, "%s#%d", function, number);
    f = find(name);
    return f ? f : declare(need(strdup(name)), "", 0);
}

static void give_handle(struct file *f)
{
    int h = FIRST_HANDLE;
    while (of_handle(h))
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

static ssize_t read_file(void *cookie, char *to, size_t size)
{
    struct file *f = cookie;
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
    bytes = need(calloc(1, end + 1));
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

static ssize_t write_file(void *cookie, const char *from, size_t size)
{
    struct file *f = cookie;
    if (size > LARGEST)
        read_on(from);
    f->written = need(realloc(f->written, f->length + size + 1));
    memcpy(f->written + f->length, from, size);
    f->length += size;
    put(f, from, size);
    return (ssize_t)size;
}

static int seek_file(void *cookie, off64_t *offset, int whence)
{
    struct file *f = cookie;
    off64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off64_t)f->at : (off64_t)f->count;
    if (base + *offset < 0) {
        errno = EINVAL;
        return -1;
    }
    f->at = (size_t)(base + *offset);
    *offset += base;
    return 0;
}

static int close_file(void *cookie)
{
    struct file *f = cookie;
    f->handle = -1;
    f->stream = NULL;
    return 0;
}

static FILE *open_stream(struct file *f, const char *mode)
{
    cookie_io_functions_t io;
    io.read = read_file;
    io.write = write_file;
    io.seek = seek_file;
    io.close = close_file;
    f->stream = fopencookie(f, mode, io);
    if (f->stream)
        setvbuf(f->stream, NULL, _IONBF, 0);
    return f->stream;
}

void crescendo_set_file(const char *name, const char *bytes, crescendo_size count)
{
    struct file *f = declare(name, bytes, count);
    int before = errno;
    if (strcmp(name, "stdin") == 0) {
        f->handle = 0;
        f->writable = 0;
#ifdef __GLIBC__
        stdin = need(open_stream(f, "r"));
#else
        {
            FILE *real = need(tmpfile());
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
    FILE *stream = need(open_stream(declare(name, bytes, count), "r+"));
    errno = before;
    return stream;
}

void crescendo_ends_in_error(const char *name)
{
    struct file *f = find(name);
    if (f)
        f->ends_in_error = 1;
}

void crescendo_ends_with(const char *name, int error)
{
    struct file *f = find(name);
    if (f)
        f->error = error;
}

/* Sets the error mark of a stream. */
static void mark(FILE *stream)
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
    struct file *f = find(name);
    mark(strcmp(name, "stdin") == 0 ? stdin : strcmp(name, "stdout") == 0 ? stdout : strcmp(name, "stderr") == 0 ? stderr
                                                                                     : f ? f->stream : NULL);
}

void crescendo_set_variable(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

void crescendo_fails(const char *function, int call)
{
    crescendo_fails_with(function, call, 0);
}

void crescendo_fails_with(const char *function, int call, int error)
{
    struct call *c = need(malloc(sizeof *c));
    c->function = function;
    c->number = call;
    c->error = error;
    c->next = failures;
    failures = c;
}

/* Counts a call; whether it fails. */
static int is_failing(const char *function)
{
    struct call *c = counts;
    int number;
    while (c && strcmp(c->function, function) != 0)
        c = c->next;
    if (!c) {
        c = need(calloc(1, sizeof *c));
        c->function = function;
        c->next = counts;
        counts = c;
    }
    number = ++c->number;
    for (c = failures; c; c = c->next)
        if (c->number == number && strcmp(c->function, function) == 0) {
            failing = c;
            return 1;
        }
    return 0;
}

/* Says why the call fails. */
static void set_cause(int usual)
{
    errno = failing->error ? failing->error : usual;
}

/* ---- opening */

FILE *crescendo_fopen(const char *path, const char *mode);
FILE *crescendo_fopen(const char *path, const char *mode)
{
    struct file *f;
    (void)path;
    if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
        errno = EINVAL;
        return NULL;
    }
    if (is_failing("fopen")) {
        opened_streams++;
        set_cause(*mode == 'r' ? ENOENT : EACCES);
        return NULL;
    }
    f = opened("fopen", ++opened_streams);
    f->readable = *mode == 'r' || strchr(mode, '+');
    f->writable = *mode != 'r' || strchr(mode, '+');
    f->append = *mode == 'a';
    /* As the library does for streams that only append. */
    if (f->append && !f->readable)
        f->at = f->count;
    give_handle(f);
    return open_stream(f, mode);
}

/* The stream keeps its place, so it goes to a real file with these bytes. */
FILE *crescendo_freopen(const char *path, const char *mode, FILE *stream);
FILE *crescendo_freopen(const char *path, const char *mode, FILE *stream)
{
    struct file *f = opened("freopen", ++reopened);
    char name[40];
    FILE *real;
    if (!path)
        return freopen(path, mode, stream);
    if (is_failing("freopen")) {
        if (stream != stdin && stream != stdout && stream != stderr)
            fclose(stream);
        else
            freopen("/nonexistent/file", "r", stream);
        set_cause(*mode == 'r' ? ENOENT : EACCES);
        return NULL;
    }
    real = need(tmpfile());
    fwrite(f->bytes, 1, f->count, real);
    fflush(real);
    sprintf(name, "/proc/self/fd/%d", fileno(real));
    return freopen(name, mode, stream);
}

static int open_handle(int flags)
{
    struct file *f;
    if (is_failing("open")) {
        opened_handles++;
        set_cause(flags & O_CREAT ? EACCES : ENOENT);
        return -1;
    }
    f = opened("open", ++opened_handles);
    f->readable = (flags & O_ACCMODE) != O_WRONLY;
    f->writable = (flags & O_ACCMODE) != O_RDONLY;
    f->append = (flags & O_APPEND) != 0;
    give_handle(f);
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
    struct file *f = of_handle(handle);
    int is_output = !f && (handle == 1 || handle == 2);
    ssize_t n;
    if (!f && !is_output)
        return read(handle, to, size);
    if (is_output || !f->readable) {
        errno = EBADF;
        return -1;
    }
    n = read_file(f, to, size);
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
    struct file *f = of_handle(handle);
    int bad = is_failing("write");
    ssize_t n;
    if (f && !f->writable) {
        errno = EBADF;
        return -1;
    }
    n = f ? write_file(f, from, size) : write(handle, from, size);
    if (bad) {
        set_cause(EIO);
        return -1;
    }
    return n;
}

off_t crescendo_lseek(int handle, off_t offset, int whence);
off_t crescendo_lseek(int handle, off_t offset, int whence)
{
    struct file *f = of_handle(handle);
    off64_t to = offset;
    int bad = is_failing("lseek");
    if (!f && (handle == 1 || handle == 2)) {
        to = -1;
        errno = ESPIPE;
    } else if (!f)
        to = lseek(handle, offset, whence);
    else if (seek_file(f, &to, whence) != 0)
        to = -1;
    if (bad)
        set_cause(EIO);
    return bad ? -1 : (off_t)to;
}

int crescendo_close(int handle);
int crescendo_close(int handle)
{
    struct file *f = of_handle(handle);
    int result = f ? close_file(f) : close(handle);
    if (is_failing("close")) {
        set_cause(EIO);
        return -1;
    }
    return result;
}

int crescendo_fileno(FILE *stream);
int crescendo_fileno(FILE *stream)
{
    struct file *f = of_stream(stream);
    if (!f)
        return fileno(stream);
    if (f->handle < 0)
        give_handle(f);
    return f->handle;
}

/* ---- numbers */

time_t crescendo_time(time_t *to);
time_t crescendo_time(time_t *to)
{
    time_t now = crescendo_has_result("time") ? (time_t)crescendo_result_int("time") : time(NULL);
    if (to)
        *to = now;
    return now;
}

clock_t crescendo_clock(void);
clock_t crescendo_clock(void)
{
    return crescendo_has_result("clock") ? (clock_t)crescendo_result_int("clock") : clock();
}

int crescendo_rand(void);
int crescendo_rand(void)
{
    return crescendo_has_result("rand") ? (int)crescendo_result_int("rand") : rand();
}

long crescendo_random(void);
long crescendo_random(void)
{
    return crescendo_has_result("random") ? (long)crescendo_result_int("random") : random();
}

/* ---- memory */

#define ALLOCATOR(name, parameters, arguments) \
    void *crescendo_##name parameters; \
    void *crescendo_##name parameters \
    { \
        if (is_failing(#name)) { \
            errno = ENOMEM; \
            return NULL; \
        } \
        return name arguments; \
    }

ALLOCATOR(malloc, (size_t size), (size))
ALLOCATOR(calloc, (size_t count, size_t size), (count, size))
ALLOCATOR(realloc, (void *old, size_t size), (old, size))
ALLOCATOR(strdup, (const char *text), (text))
ALLOCATOR(strndup, (const char *text, size_t most), (text, most))

/* ---- sorting: a merge sort with the comparisons that the machine makes. Stubs see them one by one; sanitizers ask for more of them,
 * and C libraries differ in their order. */

/* Larger elements are sorted by pointers to them. */
#define DIRECT 32

struct order {
    int (*plain)(const void *, const void *);
    int (*with)(const void *, const void *, void *);
    void *context;
    int by_pointer;
};

static int in_order(const struct order *o, const void *a, const void *b)
{
    if (o->by_pointer) {
        a = *(char *const *)a;
        b = *(char *const *)b;
    }
    return (o->plain ? o->plain(a, b) : o->with(a, b, o->context)) <= 0;
}

static void merge_sort(char *base, size_t count, size_t size, const struct order *o, char *room)
{
    size_t left = count / 2, right = count - left;
    char *p = base, *q = base + left * size, *to = room;
    if (count < 2)
        return;
    merge_sort(p, left, size, o, room);
    merge_sort(q, right, size, o, room);
    while (left && right) {
        int is_first = in_order(o, p, q);
        memcpy(to, is_first ? p : q, size);
        to += size;
        *(is_first ? &p : &q) += size;
        --*(is_first ? &left : &right);
    }
    memcpy(to, p, left * size);
    memcpy(base, room, (size_t)(to - room) + left * size);
}

static void sort(char *base, size_t count, size_t size, struct order *o)
{
    size_t total = size && count > (size_t)-1 / size ? (size_t)-1 : count * size, i;
    char *room, **places;
    if (count < 2)
        return;
    /* Sanitizers see here that all of it is there. */
    memmove(base, base, total);
    room = need(malloc(total + 1));
    if (size <= DIRECT) {
        merge_sort(base, count, size, o, room);
    } else {
        places = need(malloc(2 * count * sizeof *places));
        for (i = 0; i < count; i++)
            places[i] = base + i * size;
        o->by_pointer = 1;
        merge_sort((char *)places, count, sizeof *places, o, (char *)(places + count));
        for (i = 0; i < count; i++)
            memcpy(room + i * size, places[i], size);
        memcpy(base, room, total);
        free(places);
    }
    free(room);
}

void crescendo_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void crescendo_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct order o = {NULL, NULL, NULL, 0};
    o.plain = compare;
    sort(base, count, size, &o);
}

void crescendo_qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
                       void *context);
void crescendo_qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
                       void *context)
{
    struct order o = {NULL, NULL, NULL, 0};
    o.with = compare;
    o.context = context;
    sort(base, count, size, &o);
}

/* ---- output that fails: the library has done its work, and says that it could not */

static int said(const char *function, int result, FILE *stream)
{
    if (!is_failing(function) || result == -1)
        return result;
    set_cause(EIO);
    mark(stream);
    return -1;
}

int crescendo_printf(const char *format, ...);
int crescendo_printf(const char *format, ...)
{
    va_list rest;
    int n;
    va_start(rest, format);
    n = vprintf(format, rest);
    va_end(rest);
    return said("printf", n, NULL);
}

int crescendo_fprintf(FILE *stream, const char *format, ...);
int crescendo_fprintf(FILE *stream, const char *format, ...)
{
    va_list rest;
    int n;
    va_start(rest, format);
    n = vfprintf(stream, format, rest);
    va_end(rest);
    return said("fprintf", n, stream);
}

int crescendo___printf_chk(int flag, const char *format, ...);
int crescendo___printf_chk(int flag, const char *format, ...)
{
    va_list rest;
    int n;
    (void)flag;
    va_start(rest, format);
    n = vprintf(format, rest);
    va_end(rest);
    return said("__printf_chk", n, NULL);
}

int crescendo___fprintf_chk(FILE *stream, int flag, const char *format, ...);
int crescendo___fprintf_chk(FILE *stream, int flag, const char *format, ...)
{
    va_list rest;
    int n;
    (void)flag;
    va_start(rest, format);
    n = vfprintf(stream, format, rest);
    va_end(rest);
    return said("__fprintf_chk", n, stream);
}

#define WRITER(name, parameters, result, stream) \
    int crescendo_##name parameters; \
    int crescendo_##name parameters \
    { \
        return said(#name, result, stream); \
    }

WRITER(vprintf, (const char *format, va_list rest), vprintf(format, rest), NULL)
WRITER(vfprintf, (FILE *f, const char *format, va_list rest), vfprintf(f, format, rest), f)
WRITER(__vprintf_chk, (int flag, const char *format, va_list rest), ((void)flag, vprintf(format, rest)), NULL)
WRITER(__vfprintf_chk, (FILE *f, int flag, const char *format, va_list rest), ((void)flag, vfprintf(f, format, rest)), f)
WRITER(puts, (const char *text), puts(text), NULL)
WRITER(fputs, (const char *text, FILE *f), fputs(text, f), f)
WRITER(putchar, (int c), putchar(c), NULL)
WRITER(putc, (int c, FILE *f), putc(c, f), f)
WRITER(fputc, (int c, FILE *f), fputc(c, f), f)
WRITER(fseek, (FILE *f, long offset, int whence), fseek(f, offset, whence), NULL)
WRITER(fseeko, (FILE *f, off_t offset, int whence), fseeko(f, offset, whence), NULL)
WRITER(fflush, (FILE *f), fflush(f), NULL)
WRITER(fclose, (FILE *f), fclose(f), NULL)

size_t crescendo_fwrite(const void *from, size_t size, size_t count, FILE *f);
size_t crescendo_fwrite(const void *from, size_t size, size_t count, FILE *f)
{
    size_t n = fwrite(from, size, count, f);
    /* A call that has nothing to write counts, and does not fail. */
    if (!is_failing("fwrite") || !n)
        return n;
    set_cause(EIO);
    mark(f);
    return 0;
}

/* ---- what was written */

/* Far from the descriptors that a test may speak of. */
#define FAR 200

static int kept = -1, real_output = -1;

void crescendo_capture(void)
{
    int before = errno;
    FILE *file = need(tmpfile());
    fflush(stdout);
    kept = fcntl(fileno(file), F_DUPFD, FAR);
    real_output = fcntl(1, F_DUPFD, FAR);
    dup2(kept, 1);
    fclose(file);
    errno = before;
}

/* What stdout got since; it is as before then. */
static char *captured(size_t *size)
{
    char *bytes;
    off_t end;
    fflush(stdout);
    end = lseek(kept, 0, SEEK_END);
    *size = end > 0 ? (size_t)end : 0;
    bytes = need(malloc(*size + 1));
    if (pread(kept, bytes, *size, 0) != (ssize_t)*size)
        *size = 0;
    dup2(real_output, 1);
    close(real_output);
    close(kept);
    kept = -1;
    return bytes;
}

void crescendo_check_output(const char *file, int line, const char *name, const char *expected, crescendo_size count)
{
    struct file *f = find(name);
    int is_stdout = strcmp(name, "stdout") == 0 && kept >= 0;
    size_t size = f ? f->length : 0;
    char *bytes = is_stdout ? captured(&size) : f ? f->written : NULL;
    if (size != count || (count && memcmp(bytes, expected, count) != 0))
        crescendo_complain_bytes(file, line, name, size ? bytes : "", size, expected, count);
}

/* What tests say of output: that it fails, and what it was. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crescendo_outside.h"

/* ---- output that fails: the library has done its work, and says that it could not */

static int said(const char *function, int result, FILE *stream)
{
    if (!crescendo_is_failing(function) || result == -1)
        return result;
    crescendo_set_cause(EIO);
    crescendo_mark_failed(stream);
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
    if (!crescendo_is_failing("fwrite") || !n)
        return n;
    crescendo_set_cause(EIO);
    crescendo_mark_failed(f);
    return 0;
}

/* ---- what was written */

/* Far from the descriptors that a test may speak of. */
#define FAR 200

static int kept = -1, real_output = -1;

void crescendo_capture(void)
{
    int before = errno;
    FILE *file = crescendo_need(tmpfile());
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
    bytes = crescendo_need(malloc(*size + 1));
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
    struct file *f = crescendo_find_file(name);
    int is_stdout = strcmp(name, "stdout") == 0 && kept >= 0;
    size_t size = f ? f->length : 0;
    char *bytes = is_stdout ? captured(&size) : f ? f->written : NULL;
    if (size != count || (count && memcmp(bytes, expected, count) != 0))
        crescendo_complain_bytes(file, line, name, size ? bytes : "", size, expected, count);
}

// Twin of vsnprintf_wrapper.c: the correct form.
#include <stdarg.h>
#include <stdio.h>

static void logf_(char *to, size_t n, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(to, n, format, ap);
    va_end(ap);
}

int main(void) {
    char line[12];
    logf_(line, sizeof line, "%s:%d:%s", "main.c", 12, "message");
    puts(line);
    return 0;
}

// A logging wrapper hands a bad pointer to vsnprintf.
#include <stdarg.h>
#include <stdio.h>

static void logf_(char *to, size_t n, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(to, n, format, ap); //~ FAULT out-of-bounds
    va_end(ap);
}

int main(void) {
    char line[12];
    logf_(line, 40, "%s:%d:%s", "main.c", 12, "message");
    puts(line);
    return 0;
}

// va_copy, passing a va_list down, walking it twice, pointers to va_list.
#include <stdarg.h>
#include <stdio.h>

static int sum_list(int n, va_list ap) {
    int s = 0;
    while (n-- > 0) s += va_arg(ap, int);
    return s;
}
static int max_list(int n, va_list ap) {
    int m = va_arg(ap, int);
    while (--n > 0) { int v = va_arg(ap, int); if (v > m) m = v; }
    return m;
}
static void next_two(va_list *ap, int *a, int *b) { *a = va_arg(*ap, int); *b = va_arg(*ap, int); }

static void both(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    printf("%d ", sum_list(n, ap));
    va_end(ap);
    printf("%d ", max_list(n, copy));
    va_end(copy);
    va_start(ap, n);
    int a, b;
    next_two(&ap, &a, &b);
    va_copy(copy, ap);
    printf("%d %d %d %d\n", a, b, va_arg(ap, int), va_arg(copy, int));
    va_end(copy);
    va_end(ap);
}
static int log_(char *to, size_t n, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int need = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    int got = vsnprintf(to, n, format, again);
    va_end(again);
    return need == got ? need : -1;
}
static void vshow(const char *f, va_list ap) { vprintf(f, ap); }
static void show(const char *f, ...) { va_list ap; va_start(ap, f); vshow(f, ap); va_end(ap); }

int main(void) {
    both(3, 5, 9, 2);
    both(9, 1, 2, 3, 4, 50, 6, 7, 8, 9);
    char buf[32];
    printf("%d ", log_(buf, sizeof buf, "%s-%d-%.2f-%c", "id", 42, 3.14159, 'z'));
    puts(buf);
    printf("%d ", log_(buf, 5, "%d", 1234567));
    puts(buf);
    show("%d %s %g %lld %c %x %5.1f|%-4d|\n", 1, "two", 3.0, 4LL, '5', 6, 7.0, 8);
    return 0;
}

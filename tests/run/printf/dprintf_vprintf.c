// vprintf family, asprintf, dprintf, open_memstream, fmemopen.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrap(int which, void *to, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int r = which == 0 ? vprintf(f, ap) : which == 1 ? vfprintf(stdout, f, ap) : which == 2 ? vsprintf(to, f, ap)
          : which == 3 ? vsnprintf(to, 8, f, ap) : vasprintf(to, f, ap);
    va_end(ap);
    return r;
}

int main(void) {
    char buf[40], *heap = NULL;
    printf("%d\n", wrap(0, NULL, "%d %s %g|", 1, "two", 3.5));
    printf("%d\n", wrap(1, NULL, "%c%c|", 'a', 'b'));
    printf("%d ", wrap(2, buf, "%05d", 42)); puts(buf);
    printf("%d ", wrap(3, buf, "%s", "truncated text")); puts(buf);
    printf("%d ", wrap(4, &heap, "%s+%d", "heap", 9)); puts(heap);
    free(heap);
    printf("%d ", asprintf(&heap, "%x", 255)); puts(heap);
    free(heap);
    fflush(stdout);
    dprintf(1, "direct %d\n", 5);
    char *mem = NULL;
    size_t size = 0;
    FILE *m = open_memstream(&mem, &size);
    for (int i = 0; i < 50; i++) fprintf(m, "%d,", i);
    fclose(m);
    printf("%zu %.20s\n", size, mem);
    free(mem);
    char text[] = "10 20 thirty";
    FILE *f = fmemopen(text, strlen(text), "r");
    int a, b;
    char w[10];
    printf("%d ", fscanf(f, "%d %d %9s", &a, &b, w));
    printf("%d %d %s\n", a, b, w);
    fclose(f);
    return 0;
}

// fmemopen and open_memstream: contents, ends, seeking, appending, what becomes visible when.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *what, const char *p, size_t n) {
    printf("%s:", what);
    for (size_t i = 0; i < n; i++) printf(" %02x", (unsigned char)p[i]);
    putchar('\n');
}

static void fixed(const char *mode, const char *text) {
    char b[12];
    memset(b, '#', sizeof b);
    strcpy(b, "abc");
    FILE *f = fmemopen(b, 10, mode);
    if (!f) { printf("%s: none %d\n", mode, errno); return; }
    printf("%s at %ld\n", mode, ftell(f));
    errno = 0;
    int r = fputs(text, f);
    printf("put %d %d\n", r >= 0, errno);
    show("before", b, 12);
    errno = 0;
    int e = fflush(f);
    printf("flush %d %d at %ld\n", e, errno == ENOSPC, ftell(f));
    show("after", b, 12);
    rewind(f);
    char line[20] = "?";
    errno = 0;
    char *got = fgets(line, sizeof line, f);
    printf("get %d [%s] eof %d err %d\n", got != NULL, line, feof(f) != 0, ferror(f) != 0);
    printf("end %d ", fseek(f, 0, SEEK_END));
    printf("%ld ", ftell(f));
    printf("over %d ", fseek(f, 11, SEEK_SET));
    printf("%ld\n", ftell(f));
    fclose(f);
    show("closed", b, 12);
}

int main(void) {
    const char *modes[] = {"r", "r+", "w", "w+", "a", "a+", "q"};
    const char *texts[] = {"XY", "0123456789ABC", ""};
    for (unsigned i = 0; i < 7; i++)
        for (unsigned j = 0; j < 3; j++) fixed(modes[i], texts[j]);
    char words[] = "10 20 thirty";
    FILE *f = fmemopen(words, strlen(words), "r");
    int a = 0, b = 0;
    char w[10];
    printf("%d ", fscanf(f, "%d %d %9s", &a, &b, w));
    printf("%d %d %s %d\n", a, b, w, fgetc(f));
    fclose(f);
    f = fmemopen(NULL, 16, "w+");
    fputs("own buffer", f);
    rewind(f);
    printf("%s\n", fgets(w, sizeof w, f));
    fclose(f);

    char *p = NULL;
    size_t n = 99;
    f = open_memstream(&p, &n);
    fprintf(f, "hello %d", 42);
    fflush(f);
    printf("%s %zu\n", p, n);
    for (int i = 0; i < 3000; i++) fprintf(f, "%d,", i);
    fflush(f);
    printf("%zu %zu\n", n, strlen(p));
    fseek(f, 3, SEEK_SET);
    fputc('L', f);
    fflush(f);
    printf("%.10s %zu %ld\n", p, n, ftell(f));
    fseek(f, 0, SEEK_END);
    fputs("end", f);
    fclose(f);
    printf("%s %zu\n", p + n - 3, n);
    free(p);
    return 0;
}

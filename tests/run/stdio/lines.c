// fgets, getline, getdelim, ungetc, long lines, lines with zero bytes, last line without newline.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    FILE *f = tmpfile();
    fputs("short\n", f);
    for (int i = 0; i < 300; i++) fputc('a' + i % 26, f);
    fputs("\n\nx;y;z\nlast", f);
    rewind(f);
    char b[64];
    int n = 0;
    while (fgets(b, sizeof b, f)) printf("%d:%zu%s ", n++, strlen(b), strchr(b, '\n') ? "n" : "");
    putchar('\n');
    rewind(f);
    char *line = NULL;
    size_t cap = 0;
    ssize_t len;
    while ((len = getline(&line, &cap, f)) != -1) printf("%zd ", len);
    putchar('\n');
    rewind(f);
    while ((len = getdelim(&line, &cap, ';', f)) != -1) printf("%zd ", len);
    putchar('\n');
    free(line);
    rewind(f);
    int c = fgetc(f);
    ungetc(c, f);
    ungetc('X', f);
    printf("%c", fgetc(f)); printf("%c", fgetc(f)); printf("%c\n", fgetc(f));
    fseek(f, 0, SEEK_END);
    ungetc('E', f);
    printf("%d %c %d\n", feof(f), fgetc(f), fgetc(f));
    printf("%s\n", fgets(b, 1, f) ? "empty" : "null");
    fclose(f);
    f = tmpfile();
    fwrite("a\0b\nc", 1, 5, f);
    rewind(f);
    memset(b, '#', 10);
    fgets(b, 10, f);
    for (int i = 0; i < 7; i++) printf("%d ", b[i]);
    putchar('\n');
    fclose(f);
    return 0;
}

// fseek, ftell, rewind, fgetpos, fsetpos, reading and writing in between, seeking past the end.
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = tmpfile();
    fputs("0123456789", f);
    printf("%ld\n", ftell(f));
    printf("%d %ld\n", fseek(f, 3, SEEK_SET), ftell(f));
    printf("%c %ld\n", fgetc(f), ftell(f));
    fseek(f, -2, SEEK_END);
    printf("%c\n", fgetc(f));
    fseek(f, -5, SEEK_CUR);
    printf("%c\n", fgetc(f));
    printf("%d\n", fseek(f, -100, SEEK_CUR) != 0);
    rewind(f);
    fputc('A', f);
    fseek(f, 0, SEEK_CUR);
    printf("%c\n", fgetc(f));
    fpos_t pos;
    fgetpos(f, &pos);
    char b[20] = {0};
    size_t n = fread(b, 1, sizeof b - 1, f);
    printf("%zu %s %d\n", n, b, feof(f) != 0);
    fsetpos(f, &pos);
    printf("%c %d\n", fgetc(f), feof(f) != 0);
    fseek(f, 15, SEEK_SET);
    fputs("end", f);
    rewind(f);
    int c, zeros = 0, len = 0;
    while ((c = getc(f)) != EOF) { len++; zeros += c == 0; }
    printf("%d %d\n", len, zeros);
    fseek(f, 0, SEEK_END);
    printf("%ld %d\n", ftell(f), feof(f) != 0);
    printf("%d\n", fgetc(f));
    printf("%d\n", feof(f) != 0);
    clearerr(f);
    printf("%d\n", feof(f) != 0);
    fclose(f);
    return 0;
}

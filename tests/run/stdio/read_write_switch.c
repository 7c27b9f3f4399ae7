// Streams for reading and writing: switching with and without fseek, positions, append mode, end of file, ungetc.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump(const char *name) {
    FILE *f = fopen(name, "r");
    int c;
    putchar('[');
    while ((c = fgetc(f)) != EOF) putchar(c == '\n' ? '/' : c);
    puts("]");
    fclose(f);
}

int main(void) {
    const char *name = "switch.tmp";
    FILE *f = fopen(name, "w+");
    fputs("0123456789\nabcdefghij\n", f);
    printf("%ld\n", ftell(f));
    rewind(f);
    char b[64];
    printf("%c%c %ld\n", fgetc(f), fgetc(f), ftell(f));
    fseek(f, 0, SEEK_CUR);
    fputs("XX", f);
    printf("%ld\n", ftell(f));
    fflush(f);
    printf("%s", fgets(b, sizeof b, f));
    printf("%ld\n", ftell(f));
    printf("%zu %d\n", fread(b, 1, sizeof b, f), feof(f) != 0);
    printf("%d %d\n", fgetc(f), feof(f) != 0);
    fseek(f, -3, SEEK_END);
    printf("%d %c\n", feof(f) != 0, fgetc(f));
    printf("%d\n", ungetc('Q', f));
    printf("%ld %c %c\n", ftell(f), fgetc(f), fgetc(f));
    printf("%d %d\n", fgetc(f) == EOF, feof(f) != 0);
    printf("%c %d\n", ungetc('z', f), feof(f) != 0);
    printf("%c %d %d\n", fgetc(f), fgetc(f), feof(f) != 0);
    clearerr(f);
    printf("%d\n", feof(f) != 0);
    fclose(f);
    dump(name);

    f = fopen(name, "a+");
    printf("%ld ", ftell(f));
    printf("%c ", fgetc(f));
    fputs("+tail", f);
    printf("%ld ", ftell(f));
    fseek(f, 0, SEEK_SET);
    fputs("!", f);
    fseek(f, 2, SEEK_SET);
    printf("%c\n", fgetc(f));
    fclose(f);
    dump(name);

    f = fopen(name, "a");
    printf("%ld ", ftell(f));
    fputs("end", f);
    printf("%ld\n", ftell(f));
    fclose(f);
    dump(name);

    f = fopen(name, "r+");
    fseek(f, 100, SEEK_SET);
    fputs("far", f);
    fseek(f, 0, SEEK_END);
    printf("%ld\n", ftell(f));
    fpos_t at;
    fseek(f, 4, SEEK_SET);
    printf("%d ", fgetpos(f, &at));
    fgets(b, 6, f);
    printf("%s ", b);
    printf("%d ", fsetpos(f, &at));
    fgets(b, 6, f);
    printf("%s\n", b);
    printf("%d %d\n", fseek(f, -1, SEEK_SET), fseek(f, 0, 7));
    printf("%ld\n", ftell(f));
    fclose(f);

    /* Large enough for several buffers, with jumps between them. */
    f = fopen(name, "w+b");
    for (int i = 0; i < 5000; i++) fwrite(&i, sizeof i, 1, f);
    long sum = 0;
    for (int k = 0; k < 200; k++) {
        int i = k * 7919 % 5000, v = -1;
        fseek(f, (long)(i * sizeof i), SEEK_SET);
        if (fread(&v, sizeof v, 1, f) == 1) sum += v - i;
        if (k % 3 == 0) { fseek(f, -(long)sizeof v, SEEK_CUR); v = i; fwrite(&v, sizeof v, 1, f); }
    }
    printf("%ld %ld\n", sum, ftell(f) >= 0 ? 1L : 0L);
    static int all[5000];
    rewind(f);
    printf("%zu\n", fread(all, sizeof *all, 5000, f));
    int good = 0;
    for (int i = 0; i < 5000; i++) good += all[i] == i;
    printf("%d\n", good);
    fclose(f);
    remove(name);
    return 0;
}

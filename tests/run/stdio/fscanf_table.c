// fscanf over a file with records, comments and errors in it.
#include <stdio.h>
#include <string.h>

int main(void) {
    FILE *f = tmpfile();
    fputs("# inventory\nbolt 10 0.25\nnut 200 0.1\n# end of part one\nscrew x 0.5\nwasher 7 1e-2\n", f);
    rewind(f);
    char name[16];
    int n, line = 0, c;
    double price, total = 0;
    for (;;) {
        line++;
        int got = fscanf(f, "%15s", name);
        if (got == EOF) break;
        if (name[0] == '#') { while ((c = fgetc(f)) != '\n' && c != EOF) ; continue; }
        got = fscanf(f, "%d%lf", &n, &price);
        if (got != 2) { printf("line %d: bad (%d)\n", line, got); while ((c = fgetc(f)) != '\n' && c != EOF) ; continue; }
        total += n * price;
        printf("%-8s|%5d|%8.3f\n", name, n, price);
    }
    printf("%.2f %d %d\n", total, feof(f) != 0, ferror(f));
    fclose(f);
    return 0;
}

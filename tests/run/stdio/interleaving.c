// stdout, stderr and a second stream on the same file: what reaches it in which order depends on the buffers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show(const char *name) {
    FILE *f = fopen(name, "r");
    int c, last = 0, run = 0;
    while ((c = fgetc(f)) != EOF) {
        if (c != last && run) { fprintf(stderr, "%c%d ", last, run); run = 0; }
        last = c;
        run++;
    }
    fprintf(stderr, "%c%d\n", last, run);
    fclose(f);
}

static void experiment(int mode, size_t size) {
    FILE *f = fopen("order.tmp", "w"), *g = fopen("order.tmp", "a");
    static char big[10000], given[2][300];
    memset(big, 'f', sizeof big);
    if (mode >= 0) setvbuf(f, size ? given[0] : NULL, mode, size);
    setvbuf(g, NULL, _IONBF, 0);
    int fd = fileno(f);
    (void)fd;
    size_t pieces[] = {1, 10, 100, 127, 128, 200, 299, 300, 301, 1000, 4095, 4096, 4097, 5000, 8192, 9000};
    FILE *log = fopen("sizes.tmp", "w");
    for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        big[pieces[i] - 1] = i % 3 == 0 ? '\n' : 'f';
        if (i % 2) fwrite(big, 1, pieces[i], f);
        else fprintf(f, "%.*s", (int)pieces[i], big);
        big[pieces[i] - 1] = 'f';
        if (i % 4 == 1) putc('x', f);
        if (i % 4 == 2) fputs("y\nz", f);
        long at = lseek(fd, 0, SEEK_CUR);
        fprintf(log, "%ld ", at);
    }
    fclose(log);
    fclose(f);
    fclose(g);
    log = fopen("sizes.tmp", "r");
    int c;
    while ((c = fgetc(log)) != EOF) fputc(c, stderr);
    fclose(log);
    fputc('\n', stderr);
    show("order.tmp");
}

int main(void) {
    experiment(-1, 0);
    experiment(_IOFBF, 0);
    experiment(_IOLBF, 0);
    experiment(_IONBF, 0);
    experiment(_IOFBF, 300);
    experiment(_IOLBF, 300);
    experiment(_IOFBF, 100);
    remove("order.tmp");
    remove("sizes.tmp");
    printf("done\n");
    return 0;
}

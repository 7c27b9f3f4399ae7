// freopen of stdout, setvbuf modes, fflush, interleaving of unbuffered stderr, fileno.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("line ");
    printf("buffered\n");
    char big[256];
    FILE *f = fopen("buf.tmp", "w+");
    printf("%d\n", setvbuf(f, big, _IOFBF, sizeof big));
    for (int i = 0; i < 100; i++) fprintf(f, "%d ", i);
    fflush(f);
    rewind(f);
    int v, s = 0;
    while (fscanf(f, "%d", &v) == 1) s += v;
    printf("%d %d\n", s, fileno(f) > 2);
    fclose(f);
    f = fopen("buf.tmp", "w");
    setbuf(f, NULL);
    fputs("unbuffered", f);
    FILE *g = fopen("buf.tmp", "r");
    char t[20];
    printf("%s\n", fgets(t, sizeof t, g));
    fclose(f);
    fclose(g);
    fflush(NULL);
    int saved = dup(1);
    if (!freopen("buf.tmp", "w", stdout)) return 1;
    printf("into the file\n");
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    puts("back on the terminal");
    g = fopen("buf.tmp", "r");
    printf("%s", fgets(t, sizeof t, g));
    fclose(g);
    remove("buf.tmp");
    fprintf(stderr, "err\n");
    return 0;
}

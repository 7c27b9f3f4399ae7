// stdin: 3\n10 20 30\nname: Ada Lovelace\n3.5e2 x\nlast line without newline
// Reading the standard input by scanf, getchar, fgets, ungetc, getline; the end of file.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n, v, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) { if (scanf("%d", &v) != 1) return 2; sum += v; }
    printf("%d %d\n", n, sum);
    printf("%d\n", getchar());
    char first[20], last[20];
    printf("%d ", scanf("name: %19s %19s", first, last));
    printf("[%s][%s]\n", first, last);
    int c = getc(stdin);
    printf("%d\n", c);
    c = getchar();
    ungetc(c, stdin);
    double d;
    char x;
    printf("%d ", scanf("%lf %c", &d, &x));
    printf("%g %c\n", d, x);
    char line[8];
    while (fgets(line, sizeof line, stdin)) printf("<%s>", line);
    printf("\n%d %d\n", feof(stdin) != 0, ferror(stdin));
    printf("%d %d\n", getchar(), scanf("%d", &v));
    clearerr(stdin);
    char *l = NULL;
    size_t cap = 0;
    printf("%zd\n", getline(&l, &cap, stdin));
    free(l);
    return 0;
}

// stdin: first line\n\nthird, which is rather longer than the others and goes on and on and on until it has more than one hundred and twenty bytes, at last\nno newline at the end
// getline sizes, getdelim, fgets limits, ungetc before and after, getc and friends, scanf in between.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL;
    size_t size = 0;
    printf("%d ", ungetc('>', stdin));
    ssize_t n = getline(&line, &size, stdin);
    printf("%zd %zu %s", n, size, line);
    n = getline(&line, &size, stdin);
    printf("%zd %zu %d\n", n, size, line[0]);
    n = getdelim(&line, &size, 'w', stdin);
    printf("%zd %zu %s\n", n, size, line);
    n = getline(&line, &size, stdin);
    printf("%zd %zu %d\n", n, size, (int)strlen(line));
    char b[8];
    printf("%d %s|\n", fgets(b, 1, stdin) == b, b);
    printf("%s|", fgets(b, 4, stdin));
    int c = getc(stdin);
    printf("%c|", c);
    printf("%c|%c|", ungetc('Z', stdin), getchar());
    char w[20] = "";
    printf("%d %s|", scanf("%5[a-z ]", w), w);
    printf("%d %s|", scanf("%19s", w), w);
    n = getline(&line, &size, stdin);
    printf("%zd [%s] %d\n", n, line, feof(stdin) != 0);
    n = getline(&line, &size, stdin);
    printf("%zd %d %d\n", n, feof(stdin) != 0, getchar());
    strcpy(b, "kept");
    printf("%d %s\n", fgets(b, 8, stdin) == NULL, b);
    free(line);
    return 0;
}

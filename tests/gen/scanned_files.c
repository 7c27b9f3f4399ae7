// runs: 3000
/* Formatted input of files: numbers, words and what is left for the next to read. */

#include <stdio.h>
#include <string.h>

int number(void)
{
    int v = -1;
    if (scanf("%d", &v) != 1)
        return feof(stdin) ? -1 : -2;
    if (v == 4711)
        return 1;
    return v < 0 ? 2 : 0;
}

int pair(FILE *in)
{
    unsigned a, b;
    if (!in)
        return -1;
    switch (fscanf(in, "%u , %x", &a, &b)) {
    case EOF:
        return 0;
    case 0:
        return 1;
    case 1:
        return a == 12 ? 2 : 3;
    default:
        return a == 7 && b == 0xbe ? 4 : 5;
    }
}

/* A number that does not match stays for the next. */
int either(void)
{
    int v;
    char word[5];
    if (scanf("%d", &v) == 1)
        return v == 10;
    if (scanf("%4[a-z]", word) == 1)
        return strcmp(word, "quit") ? 2 : 3;
    return getchar() == '?' ? 4 : 5;
}

int sum(FILE *in)
{
    int total = 0, v, n = 0;
    if (!in)
        return -1;
    while (n < 3 && fscanf(in, "%d", &v) == 1) {
        total += v;
        n++;
    }
    if (n == 2 && total == 100)
        return 1;
    return 0;
}

/* White space at the end of a format takes what is there; a single character takes any. */
int line(void)
{
    char kind, text[8];
    int used = 0;
    if (scanf("%c \n", &kind) != 1)
        return 0;
    if (scanf("%7[^\n]%n", text, &used) != 1)
        return 1;
    if (text[0] == ' ') /* hard: true */
        return 2; /* hard: code */
    if (kind == '#' && used == 3)
        return 3;
    return text[1] == '\0' ? 4 : 5;
}

/* A byte that was put back is the first to be read. */
int put_back(int c)
{
    int v;
    if (c < '0' || c > '9' || ungetc(c, stdin) == EOF) /* dead: third */
        return -1;
    if (scanf("%2d", &v) != 1) /* dead: true */
        return -2; /* dead: code */
    return v == 42;
}

double measured(FILE *in)
{
    double v;
    float w = 0;
    if (!in)
        return -1;
    if (fscanf(in, "%lf %f", &v, &w) < 1)
        return -2;
    if (v == 2.5)
        return 1;
    return w < -3 ? 2 : v;
}

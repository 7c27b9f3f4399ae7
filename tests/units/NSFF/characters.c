/* Characters from standard input and from files that the unit opens. */

#include <stdio.h>

int first_letter(void)
{
    int c = getchar();
    if (c == EOF)
        return -1;
    if (c == 'q')
        return 1;
    return 0;
}

int count_commas(void)
{
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n')
        if (c == ',')
            n++;
    if (n == 3)
        return 3;
    return feof(stdin) ? 1 : 0;
}

int comment(const char *name)
{
    FILE *f = fopen(name, "r");
    if (!f)
        return -1;
    int c = getc(f);
    int r = 0;
    if (c == '#') {
        c = getc(f);
        if (c == '!')
            r = 2;
        else {
            ungetc(c, f);
            r = getc(f) == 'x' ? 3 : 1;
        }
    }
    if (ferror(f))
        r = -2;
    fclose(f);
    return r;
}

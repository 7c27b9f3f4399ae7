// ctype.h: all classes over all characters and EOF.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int (*f[])(int) = {isalnum, isalpha, isblank, iscntrl, isdigit, isgraph, islower, isprint, ispunct, isspace, isupper, isxdigit};
    const char *name[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
    for (int k = 0; k < 12; k++) {
        printf("%s ", name[k]);
        int n = 0;
        for (int c = 0; c < 256; c++) if (f[k](c)) { n++; if (c > 32 && c < 127 && n % 5 == 1) putchar(c); }
        printf(" %d %d\n", n, !!f[k](EOF));
    }
    for (int c = 'X'; c < 'd'; c++) printf("%c%c ", toupper(c), tolower(c));
    putchar('\n');
    int n = 0;
    for (int c = -1; c < 256; c++) n += isalpha(c) != 0 ? 1 : 0, n += isspace(c) ? 100 : 0, n += isxdigit(c) ? 10000 : 0;
    printf("%d %d %d\n", n, toupper(EOF), isascii(200));
    char s[] = "MiXeD 123 \t text";
    for (char *p = s; *p; p++) *p = (char)(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
    puts(s);
    return 0;
}

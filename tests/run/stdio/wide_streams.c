// stdin: wide line\nanother 42 word\n
// Streams for wide characters in the C locale: orientation, formatted input and output.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t b[32];
    fprintf(stderr, "%d\n", fwide(stdin, 0));
    wint_t c = fgetwc(stdin);
    fprintf(stderr, "%c %d\n", (int)c, fwide(stdin, -1) > 0);
    fprintf(stderr, "%lc\n", ungetwc(L'W', stdin));
    fprintf(stderr, "%ls", fgetws(b, 32, stdin));
    int n = 0;
    wchar_t w[10];
    char s[10];
    fprintf(stderr, "%d ", wscanf(L"%9s %d %9ls", s, &n, w));
    fprintf(stderr, "%s %d %ls\n", s, n, w);
    fprintf(stderr, "%d %d\n", getwchar() == L'\n', getwchar() == WEOF);

    fprintf(stderr, "%d ", wprintf(L"%ls %s %5d %-4lc| %.2f\n", L"wide", "narrow", 7, L'x', 2.5));
    fprintf(stderr, "%d %d ", printf("not seen"), fputs("nor this", stdout) < 0);
    fprintf(stderr, "%d\n", fwide(stdout, 0) > 0);
    putwchar(L'p');
    fputws(L" text\n", stdout);

    fprintf(stderr, "%d ", swprintf(b, 32, L"%d-%ls-%s", 5, L"w", "n"));
    fprintf(stderr, "%ls\n", b);
    fprintf(stderr, "%d ", swprintf(b, 6, L"%s", "too long for it"));
    fprintf(stderr, "%ls\n", b);
    fprintf(stderr, "%d %d\n", swscanf(L"10 0x1f", L"%d %i", &n, (int *)s), n);
    return 0;
}

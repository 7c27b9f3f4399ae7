// wchar.h basics in the C locale: copying, comparison, search, conversion, wide formatting into buffers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t b[32];
    wcscpy(b, L"wide");
    wcscat(b, L" string");
    printf("%zu %d %d\n", wcslen(b), wcscmp(b, L"wide string"), wcsncmp(b, L"wideX", 4));
    printf("%d %d\n", (int)(wcschr(b, L's') - b), (int)(wcsstr(b, L"ring") - b));
    char n[32];
    printf("%zu ", wcstombs(n, b, sizeof n));
    puts(n);
    printf("%zu ", mbstowcs(b, "back again", 32));
    printf("%lc%lc\n", (wint_t)b[0], (wint_t)b[9]);
    wmemset(b, L'x', 3);
    b[3] = 0;
    printf("%ls\n", b);
    printf("%d %d %d\n", iswalpha(L'q') != 0, iswdigit(L'5') != 0, iswspace(L'q') != 0);
    printf("%c\n", (char)towupper(L'm'));
    int r = swprintf(b, 32, L"%d-%ls-%s-%.1f", 5, L"w", "n", 2.5);
    wcstombs(n, b, sizeof n);
    printf("%d %s\n", r, n);
    printf("%ld %g\n", wcstol(L"  42x", NULL, 10), wcstod(L"2.5", NULL));
    mbstate_t st;
    memset(&st, 0, sizeof st);
    wchar_t w;
    printf("%zu %d\n", mbrtowc(&w, "A", 1, &st), w == L'A');
    char mb[8];
    printf("%d %c\n", wctomb(mb, L'Z'), mb[0]);
    printf("%d %d\n", mblen("a", 1), mblen("", 1));
    return 0;
}

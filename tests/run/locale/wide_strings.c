// The rest of wchar.h and wctype.h.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    wchar_t b[40], c[40];
    wmemset(b, L'#', 39);
    b[39] = 0;
    wcsncpy(b, L"abc", 6);
    printf("%d %d %d\n", b[3] == 0, b[5] == 0, b[6] == L'#');
    wcscpy(c, L"xyz");
    wcsncat(c, L"12345", 2);
    printf("%ls %zu %zu\n", c, wcslen(c), wcsnlen(c, 3));
    printf("%d %d ", (int)(wcpcpy(b, L"stp") - b), (int)(wcpncpy(b, L"ab", 5) - b));
    wchar_t *d = wcsdup(L"dup");
    printf("%ls ", d);
    free(d);
    wmemcpy(b, L"memory", 7);
    wmemmove(b + 2, b, 4);
    printf("%ls %d %d\n", b, sign(wmemcmp(L"abd", L"abc", 3)), (int)(wmempcpy(c, L"123", 4) - c));
    printf("%d %d %d %d %d\n", sign(wcscmp(L"a", L"b")), sign(wcsncmp(L"abx", L"aby", 2)), sign(wcscasecmp(L"HELLO", L"hello")),
           sign(wcsncasecmp(L"Ax", L"aY", 1)), sign(wcscoll(L"b", L"a")));
    const wchar_t *s = L"one, two; three";
    printf("%ls %ls %ls %d\n", wcschr(s, L't'), wcsrchr(s, L't'), wcspbrk(s, L";,"), wcschr(s, L'!') == NULL);
    printf("%zu %zu %ls %ls %d\n", wcsspn(s, L"neo"), wcscspn(s, L"w"), wcsstr(s, L"two"), wcschrnul(s, L'z'), wmemchr(s, L'o', 1) == s);
    wchar_t t[] = L"//a/b//c/", *save;
    for (wchar_t *p = wcstok(t, L"/", &save); p; p = wcstok(NULL, L"/", &save)) printf("<%ls>", p);
    printf("\n%ld %lu %lld %llu %g %g\n", wcstol(L"-0x2A", NULL, 0), wcstoul(L"077", NULL, 8), wcstoll(L"9999999999", NULL, 10),
           wcstoull(L"zz", NULL, 36), wcstod(L" 1.5e3x", NULL), (double)wcstof(L"inf", NULL));
    printf("%zu ", wcsxfrm(c, L"abc", 40));
    printf("%ls\n", c);
    for (int ch = 0; ch < 130; ch++) {
        int m = 0;
        m |= (iswalnum(ch) != 0) << 0 | (iswalpha(ch) != 0) << 1 | (iswblank(ch) != 0) << 2 | (iswcntrl(ch) != 0) << 3;
        m |= (iswdigit(ch) != 0) << 4 | (iswgraph(ch) != 0) << 5 | (iswlower(ch) != 0) << 6 | (iswprint(ch) != 0) << 7;
        m |= (iswpunct(ch) != 0) << 8 | (iswspace(ch) != 0) << 9 | (iswupper(ch) != 0) << 10 | (iswxdigit(ch) != 0) << 11;
        printf("%x.%x.%x ", m, towlower(ch), towupper(ch));
    }
    putchar('\n');
    printf("%d %d %d %d\n", iswctype('q', wctype("alpha")) != 0, iswctype('q', wctype("digit")), wctype("none") == 0, iswalpha(WEOF));
    printf("%d %d\n", (int)towctrans('q', wctrans("toupper")), (int)towctrans('Q', wctrans("tolower")));
    printf("%d %d %d %d %d\n", wcwidth(L'x'), wcwidth(L'\t'), wcwidth(0), wcswidth(L"four", 9), wcswidth(L"a\n", 2));
    mbstate_t st;
    memset(&st, 0, sizeof st);
    wchar_t w = 7;
    errno = 0;
    printf("%zd %zd ", (ssize_t)mbrtowc(&w, "\xe9", 1, &st), (ssize_t)mbrlen("q", 1, NULL));
    printf("%d %d %d\n", errno == EILSEQ, w, mbsinit(&st) != 0);
    printf("%d %d %d %d %d\n", btowc('a'), btowc(EOF), btowc(200), wctob(L'a'), wctob(0x20ac));
    char n[20];
    const char *src = "source";
    printf("%zu ", mbsrtowcs(b, &src, 3, &st));
    printf("%s ", src);
    printf("%zu %d ", mbsrtowcs(b, &src, 40, &st), src == NULL);
    const wchar_t *ws = L"wide";
    printf("%zu ", wcsrtombs(n, &ws, 2, &st));
    printf("%ls %zu ", ws, wcsrtombs(NULL, &ws, 0, &st));
    printf("%zu %d\n", wcsrtombs(n, &ws, 20, &st), ws == NULL);
    errno = 0;
    printf("%zd %d %zu %zu %d\n", (ssize_t)wcstombs(n, L"a\x20ac", 20), errno == EILSEQ, mbstowcs(NULL, "count", 0), wcstombs(NULL, L"four", 0), wctomb(n, 0x20ac));
    return 0;
}

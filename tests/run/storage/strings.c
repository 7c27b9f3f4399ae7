// String literals: concatenation, escapes, embedded zeros, wide and unicode prefixes, arrays from literals.
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
    const char *s = "one" " two"
                    " three";
    puts(s);
    char z[] = "a\0b\0c";
    printf("%zu %zu\n", sizeof z, strlen(z));
    for (unsigned i = 0; i < sizeof z; i++) printf("%d ", z[i]);
    printf("\n%d %d %d %d\n", '\a', '\x41', '\101', '\?');
    printf("%s", "tab\there \"quoted\" back\\slash \x41\102\n");
    char u8[] = u8"\u00e9\u20ac";
    for (unsigned i = 0; i < sizeof u8; i++) printf("%02x ", (unsigned char)u8[i]);
    putchar('\n');
    wchar_t w[] = L"w\u20ac";
    char16_t h[] = u"\U0001F600";
    char32_t c[] = U"\U0001F600";
    printf("%x %x %x %x %x %zu %zu %zu\n", w[0], w[1], h[0], h[1], c[0], sizeof w, sizeof h, sizeof c);
    printf("%zu %zu\n", sizeof "abc", strlen("abc\0def"));
    printf("%c %c\n", "hello"[1], 1["hello"]);
    char a[3] = "xyz";
    printf("%.3s\n", a);
    printf("%s %d\n", __func__, (int)sizeof __func__);
    printf("%x\n", 'ab');
    const char *p[] = {"p", "pq", ""};
    printf("%zu %zu %zu\n", strlen(p[0]), strlen(p[1]), strlen(p[2]));
    return 0;
}

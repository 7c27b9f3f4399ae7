// sscanf: strings, characters, scansets, widths, %m, %n and white space.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[20], b[20], c[20], ch, chs[5] = "....";
    printf("%d ", sscanf("  hello   world", "%s %s", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("hello", "%3s%s", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf(" xyz", "%c%c", &ch, chs)); printf("[%c][%c]\n", ch, chs[0]);
    printf("%d ", sscanf("  q", " %c", &ch)); printf("[%c]\n", ch);
    printf("%d ", sscanf("abcd", "%3c", chs)); printf("[%s]\n", chs);
    printf("%d ", sscanf("abc123def", "%[a-z]%[0-9]%[a-z]", a, b, c)); printf("[%s][%s][%s]\n", a, b, c);
    printf("%d ", sscanf("key = value # rest", "%[^= ] = %[^#]", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("a]b", "%[]a]%s", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("x^y-z", "%[x^]%[^z]", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("a-c", "%[a-]%s", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("12345", "%3[0-9]%s", a, b)); printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("skip take", "%*s %s", a)); printf("[%s]\n", a);
    printf("%d\n", sscanf("123", "%[a-z]", a));
    char *m = NULL;
    printf("%d ", sscanf("allocated text", "%ms", &m)); printf("[%s]\n", m);
    free(m);
    int n = 0, v;
    const char *p = "1 2 3 4 5", *q = p;
    int sum = 0;
    while (sscanf(q, "%d%n", &v, &n) == 1) { sum += v; q += n; }
    printf("%d %d\n", sum, (int)(q - p));
    printf("%d ", sscanf("a\tb\nc", "%s %s %s", a, b, c)); printf("[%s%s%s]\n", a, b, c);
    printf("%d ", sscanf("name:42", "%[^:]:%d", a, &v)); printf("[%s] %d\n", a, v);
    printf("%d ", sscanf("literal 5", "literal%d", &v)); printf("%d\n", v);
    return 0;
}

// stdin: It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of belief.\n\nIt was   the\tseason of Light.\n
// Word wrap, justification, rot13, base64, run lengths and a Caesar crack over the standard input.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char text[1000];
static void wrap(size_t width) {
    char copy[1000], *words[200];
    int n = 0;
    strcpy(copy, text);
    for (char *w = strtok(copy, " \t\n"); w; w = strtok(NULL, " \t\n")) words[n++] = w;
    for (int i = 0; i < n;) {
        int j = i;
        size_t len = 0;
        while (j < n && len + strlen(words[j]) + (size_t)(j - i) <= width) len += strlen(words[j++]);
        size_t gaps = (size_t)(j - i - 1), spaces = j < n ? width - len : gaps;
        for (int k = i; k < j; k++) {
            fputs(words[k], stdout);
            if (k + 1 < j) { size_t s = spaces / gaps + ((size_t)(k - i) < spaces % gaps); printf("%*s", (int)s, ""); }
        }
        putchar('\n');
        i = j;
    }
}
static void base64(const unsigned char *s, size_t n) {
    static const char t[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)s[i] << 16 | (i + 1 < n ? (unsigned)s[i + 1] << 8 : 0) | (i + 2 < n ? s[i + 2] : 0);
        putchar(t[v >> 18]); putchar(t[v >> 12 & 63]);
        putchar(i + 1 < n ? t[v >> 6 & 63] : '='); putchar(i + 2 < n ? t[v & 63] : '=');
    }
    putchar('\n');
}

int main(void) {
    size_t n = fread(text, 1, sizeof text - 1, stdin);
    text[n] = 0;
    wrap(30);
    char rot[1000];
    for (size_t i = 0; i <= n; i++) { int c = text[i]; rot[i] = (char)(isupper(c) ? 'A' + (c - 'A' + 13) % 26 : islower(c) ? 'a' + (c - 'a' + 13) % 26 : c); }
    printf("%.40s\n", rot);
    base64((const unsigned char *)text, 40);
    int count[26] = {0};
    for (size_t i = 0; i < n; i++) if (isalpha((unsigned char)rot[i])) count[tolower((unsigned char)rot[i]) - 'a']++;
    int best = 0;
    for (int i = 1; i < 26; i++) if (count[i] > count[best]) best = i;
    printf("shift %d\n", (best - ('t' - 'a') + 26) % 26);
    const char *runs = "aaabccddddde";
    for (const char *p = runs; *p;) { const char *q = p; while (*q == *p) q++; printf("%d%c", (int)(q - p), *p); p = q; }
    putchar('\n');
    return 0;
}

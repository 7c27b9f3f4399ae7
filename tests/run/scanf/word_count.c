// stdin: the quick brown fox\njumps over the lazy dog\nthe end of the story\n
// A filter: counts lines, words, bytes and the frequency of words.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { char text[16]; int n; };
static struct word words[64];
static int used;

static int cmp(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    return x->n != y->n ? y->n - x->n : strcmp(x->text, y->text);
}
static void note(const char *w) {
    for (int i = 0; i < used; i++) if (!strcmp(words[i].text, w)) { words[i].n++; return; }
    strcpy(words[used].text, w);
    words[used++].n = 1;
}

int main(void) {
    int c, lines = 0, bytes = 0, n = 0;
    char w[16];
    while ((c = getchar()) != EOF) {
        bytes++;
        lines += c == '\n';
        if (isalpha(c)) { if (n < 15) w[n++] = (char)c; }
        else if (n) { w[n] = '\0'; note(w); n = 0; }
    }
    qsort(words, (size_t)used, sizeof words[0], cmp);
    printf("%d %d %d\n", lines, used, bytes);
    for (int i = 0; i < used; i++) printf("%d %s\n", words[i].n, words[i].text);
    return 0;
}

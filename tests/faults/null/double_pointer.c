// A pointer to a pointer, the inner one null.
#include <stdio.h>

static char first_char(char **words, int i) {
    return *words[i]; //~ FAULT null-dereference
}

int main(void) {
    char a[] = "alpha", b[] = "beta";
    char *words[3] = {a, b, NULL};
    char c = 0;
    for (int i = 0; i < 3; i++)
        c = first_char(words, i);
    printf("%c\n", c);
    return 0;
}

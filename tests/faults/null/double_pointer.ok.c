// Twin of double_pointer.c: the correct form.
#include <stdio.h>

static char first_char(char **words, int i) {
    return *words[i];
}

int main(void) {
    char a[] = "alpha", b[] = "beta";
    char *words[3] = {a, b, NULL};
    char c = 0;
    for (int i = 0; words[i]; i++)
        c = first_char(words, i);
    printf("%c\n", c);
    return 0;
}

// Twin of string_literal_read.c: the correct form.
#include <stdio.h>

static int digit(const char *s, int i) {
    return s[i] - '0';
}

int main(void) {
    const char *pi = "31415926";
    int s = 0;
    for (int i = 0; i < 8; i++)
        s += digit(pi, i);
    printf("%d\n", s);
    return 0;
}

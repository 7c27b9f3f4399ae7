// Twin of callee_overflow.c: the correct form.
#include <stdio.h>

static void fill(char *to, int n, char c) {
    while (n-- > 0)
        *to++ = c;
}

int main(void) {
    char line[20];
    fill(line, 19, '-');
    line[19] = '\0';
    puts(line);
    return 0;
}

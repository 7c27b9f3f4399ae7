// Twin of strchr_result.c: the correct form.
#include <stdio.h>
#include <string.h>

static void cut(char *s, char at) {
    char *p = strchr(s, at);
    if (p)
        *p = '\0';
}

int main(void) {
    char a[] = "one:two", b[] = "three";
    cut(a, ':');
    puts(a);
    cut(b, ':');
    puts(b);
    return 0;
}

// strchr found nothing, its result is written to.
#include <stdio.h>
#include <string.h>

static void cut(char *s, char at) {
    char *p = strchr(s, at);
    *p = '\0'; //~ FAULT null-dereference
}

int main(void) {
    char a[] = "one:two", b[] = "three";
    cut(a, ':');
    puts(a);
    cut(b, ':');
    puts(b);
    return 0;
}

// A string built in a local array is returned.
#include <stdio.h>

static const char *label(int n) {
    char text[16];
    char *p = text;
    *p++ = 'n';
    *p++ = (char)('0' + n % 10);
    *p = '\0';
    p = text;
    return p;
}

int main(void) {
    const char *l = label(4);
    putchar(l[0]); //~ FAULT use-after-return
    putchar('\n');
    return 0;
}

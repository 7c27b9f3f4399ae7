// Twin of puts_unterminated.c: the correct form.
#include <stdio.h>

static const char magic[] = "RIFF";

int main(void) {
    const char *m = magic;
    puts(m);
    return 0;
}

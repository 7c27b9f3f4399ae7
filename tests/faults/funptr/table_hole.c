// A table of handlers with a hole in it.
#include <stdio.h>

static void on_a(void) { puts("a"); }
static void on_c(void) { puts("c"); }

static void (*const handler[256])(void) = {['a'] = on_a, ['c'] = on_c};

int main(void) {
    for (const char *p = "acab"; *p; p++) {
        unsigned char c = (unsigned char)*p;
        handler[c](); //~ FAULT bad-function-pointer
    }
    return 0;
}

// A negative length becomes an enormous size.
#include <stdio.h>
#include <string.h>

static void take(char *to, const char *from, int end, int begin) {
    int len = end - begin;
    memcpy(to, from + begin, len); //~ FAULT out-of-bounds
}

int main(void) {
    char out[16] = "empty";
    take(out, "some text here", 3, 7);
    puts(out);
    return 0;
}

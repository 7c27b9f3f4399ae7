// Twin of memcpy_negative.c: the correct form.
#include <stdio.h>
#include <string.h>

static void take(char *to, const char *from, int end, int begin) {
    int len = end - begin;
    if (len < 0) len = 0;
    memcpy(to, from + begin, len);
}

int main(void) {
    char out[16] = "empty";
    take(out, "some text here", 3, 7);
    puts(out);
    return 0;
}

// Twin of strncpy_overlap.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[16] = "shift-me";
    memmove(b + 1, b, 5);
    puts(b);
    return 0;
}

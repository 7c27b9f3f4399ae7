// Twin of memcpy_overlap.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[] = "0123456789";
    memmove(s + 2, s, 6);
    puts(s);
    return 0;
}

// strncat is given the size of the buffer, not the room left.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[16] = "prefix-";
    const char *tail = "a-rather-long-tail";
    strncat(buf, tail, sizeof buf - 1); //~ FAULT out-of-bounds
    puts(buf);
    return 0;
}

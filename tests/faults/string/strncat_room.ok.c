// Twin of strncat_room.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[16] = "prefix-";
    const char *tail = "a-rather-long-tail";
    strncat(buf, tail, sizeof buf - strlen(buf) - 1);
    puts(buf);
    return 0;
}

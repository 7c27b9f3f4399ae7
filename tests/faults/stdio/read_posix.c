// stdin: sixteen bytes ok and quite a few more than sixteen
// read(2) with a count that exceeds the buffer.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char buf[16];
    ssize_t n = read(0, buf, 32); //~ FAULT out-of-bounds
    printf("%zd\n", n);
    return 0;
}

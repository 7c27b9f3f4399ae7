// stdin: sixteen bytes ok and quite a few more than sixteen
// Twin of read_posix.c: the correct form.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char buf[16];
    ssize_t n = read(0, buf, sizeof buf);
    printf("%zd\n", n);
    return 0;
}

// strerror_r of POSIX: a copy in the caller's buffer, errors as results.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[64], tiny[6];
    printf("%d ", strerror_r(EACCES, b, sizeof b));
    puts(b);
    printf("%d ", strerror_r(12345, b, sizeof b) == EINVAL);
    puts(b);
    printf("%d ", strerror_r(EACCES, tiny, sizeof tiny) == ERANGE);
    puts(tiny);
    return 0;
}

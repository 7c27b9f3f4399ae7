// errno, perror, strerror, ferror, errors of library functions.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int codes[] = {0, EPERM, ENOENT, EINTR, EBADF, ENOMEM, EACCES, EEXIST, ENOTDIR, EISDIR, EINVAL, EDOM, ERANGE, EAGAIN, EPIPE, 9999};
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) printf("%d %s\n", codes[i], strerror(codes[i]));
    errno = ENOENT;
    perror("prefix");
    errno = EINVAL;
    perror("");
    errno = 0;
    if (!fopen("/definitely/not/here", "r")) perror("fopen");
    errno = 0;
    strtol("99999999999999999999", NULL, 10);
    printf("%d\n", errno == ERANGE);
    errno = 0;
    volatile double m = -1;
    double r = sqrt(m);
    printf("%d %d\n", isnan(r), errno == EDOM);
    errno = 0;
    r = log(m + 1);
    printf("%d %d\n", isinf(r), errno == ERANGE);
    errno = 0;
    r = exp(m * -1000);
    printf("%d %d\n", isinf(r), errno == ERANGE);
    errno = 5;
    puts("errno survives");
    printf("%d\n", errno);
    printf("%m\n");
    char buf[64];
    printf("%s\n", strerror_r(EPERM, buf, sizeof buf) ? "ok" : "ok");
    FILE *f = fopen("/dev/null", "r");
    if (f) {
        errno = 0;
        fputc('x', f);
        printf("%d %d\n", ferror(f) != 0, errno == EBADF);
        fclose(f);
    }
    printf("%s %s\n", strsignal(11), strsignal(6));
    return 0;
}

// isatty, dup2, pipe within one process, write to 1 and 2, sleep-free time, getpid consistency, sysconf, umask.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    printf("%d %d\n", isatty(0), isatty(1));
    fflush(stdout);
    if (write(1, "raw out\n", 8) != 8 || write(2, "raw err\n", 8) != 8) return 1;
    int p[2];
    char b[16] = {0};
    printf("%d\n", pipe(p));
    printf("%zd ", write(p[1], "through", 7));
    close(p[1]);
    printf("%zd ", read(p[0], b, sizeof b));
    printf("%s %zd\n", b, read(p[0], b, sizeof b));
    close(p[0]);
    int fd = open("dup.tmp", O_CREAT | O_RDWR, 0600);
    printf("%d\n", dup2(fd, 20));
    write(20, "dup", 3);
    lseek(fd, 0, SEEK_SET);
    memset(b, 0, sizeof b);
    printf("%zd %s\n", read(fd, b, 10), b);
    close(fd);
    close(20);
    unlink("dup.tmp");
    printf("%d %d\n", getpid() == getpid(), getppid() > 0);
    printf("%d\n", sysconf(_SC_PAGESIZE) == 4096);
    mode_t old = umask(077);
    printf("%d\n", umask(old) == 077);
    printf("%d\n", fcntl(1, F_GETFD) >= 0);
    printf("%d\n", close(99));
    return 0;
}

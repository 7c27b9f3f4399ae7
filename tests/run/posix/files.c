// open, read, write, lseek, close, pread, ftruncate, fstat, access, unlink, and their errors.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int fd = open("posix.tmp", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%d\n", fd > 2);
    printf("%zd %zd\n", write(fd, "hello world", 11), write(fd, "!", 1));
    printf("%ld %ld %ld\n", (long)lseek(fd, 0, SEEK_CUR), (long)lseek(fd, -6, SEEK_END), (long)lseek(fd, 2, SEEK_CUR));
    char b[20] = {0};
    printf("%zd ", read(fd, b, 3)); puts(b);
    printf("%zd ", read(fd, b, 19)); printf("%.1s\n", b);
    printf("%zd\n", read(fd, b, 19));
    memset(b, 0, sizeof b);
    printf("%zd ", pread(fd, b, 5, 0)); puts(b);
    printf("%zd ", pwrite(fd, "J", 1, 0)); printf("%ld\n", (long)lseek(fd, 0, SEEK_SET));
    printf("%zd ", read(fd, b, 5)); puts(b);
    printf("%d ", ftruncate(fd, 4));
    struct stat st;
    printf("%d %ld %d %d %o\n", fstat(fd, &st), (long)st.st_size, S_ISREG(st.st_mode), S_ISDIR(st.st_mode), st.st_mode & 0700);
    int d = dup(fd);
    lseek(fd, 1, SEEK_SET);
    printf("%zd %c\n", read(d, b, 1), b[0]);
    printf("%d %d\n", close(fd), close(d));
    errno = 0;
    ssize_t r = read(fd, b, 1);
    printf("%zd %d\n", r, errno == EBADF);
    printf("%d %d\n", access("posix.tmp", R_OK), access("nothing.tmp", F_OK));
    fd = open("posix.tmp", O_WRONLY | O_APPEND);
    write(fd, "app", 3);
    errno = 0;
    r = read(fd, b, 1);
    printf("%zd %d\n", r, errno == EBADF);
    close(fd);
    printf("%d %ld\n", stat("posix.tmp", &st), (long)st.st_size);
    errno = 0;
    printf("%d %d\n", open("posix.tmp", O_CREAT | O_EXCL | O_RDWR, 0600), errno == EEXIST);
    printf("%d\n", unlink("posix.tmp"));
    errno = 0;
    printf("%d %d\n", stat("posix.tmp", &st), errno == ENOENT);
    printf("%d\n", open("no/dir/x", O_RDONLY));
    fd = open("/dev/null", O_RDWR);
    printf("%zd %zd\n", write(fd, "gone", 4), read(fd, b, 4));
    close(fd);
    return 0;
}

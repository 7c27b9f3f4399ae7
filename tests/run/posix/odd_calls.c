// stdin: 12 abc
// Calls with unusual but legal arguments: errno and results as the C library gives them.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define TRY(e) do { errno = 0; long r_ = (long)(e); printf("%s = %ld %d\n", #e, r_, errno); } while (0)

int main(void) {
    char b[64];
    TRY(fopen("/", "w") == NULL);
    TRY(fopen("x", "z") == NULL);
    TRY(fdopen(99, "r") == NULL);
    TRY(fdopen(0, "w") == NULL);
    TRY(fgetc(stdout));
    TRY(ferror(stdout) != 0);
    clearerr(stdout);
    TRY(fputc('x', stdin));
    TRY(ferror(stdin) != 0);
    clearerr(stdin);
    TRY(fseek(stdin, 0, 9));
    TRY(fread(b, 0, 5, stdin));
    TRY(fread(b, 5, 0, stdin));
    TRY(fwrite(b, 0, 5, stdout));
    TRY(setvbuf(stdin, NULL, 77, 0));
    TRY(fileno(stdin));
    TRY(fclose(fopen("/dev/null", "r")));
    TRY(remove("no-such-file"));
    TRY(rename("no-such-file", "other"));
    TRY(mkdir("d.tmp", 0777));
    TRY(remove("d.tmp"));
    TRY(open("no-such-file", O_RDONLY));
    TRY(open("/", O_RDWR));
    TRY(openat(AT_FDCWD, "no-such-file", O_RDONLY));
    TRY(read(99, b, 1));
    TRY(write(99, b, 1));
    TRY(write(1, b, 0));
    TRY(lseek(99, 0, SEEK_SET));
    TRY(close(99));
    TRY(dup(99));
    TRY(dup2(99, 5));
    TRY(dup2(1, 1));
    TRY(fcntl(99, F_GETFD));
    TRY(isatty(99));
    TRY(unlink("no-such-file"));
    TRY(rmdir("no-such-dir"));
    TRY(chdir("no-such-dir"));
    TRY(access("/", F_OK));
    TRY(access("no-such-file", R_OK));
    TRY(truncate("no-such-file", 3));
    TRY(ftruncate(99, 3));
    TRY(readlink("no-such-file", b, sizeof b));
    TRY(readlink("/", b, sizeof b));
    TRY(chmod("no-such-file", 0600));
    TRY(getcwd(b, 1) == NULL);
    TRY(stat("no-such-file", (struct stat *)b) == -1);
    int fd = open("odd.tmp", O_CREAT | O_RDWR | O_EXCL, 0640);
    struct iovec v[3] = {{"one ", 4}, {"two ", 4}, {"three", 5}};
    TRY(writev(fd, v, 3));
    TRY(lseek(fd, 0, SEEK_CUR));
    TRY(lseek(fd, -99, SEEK_CUR));
    TRY(pread(fd, b, 3, 4));
    TRY(pread(fd, b, 3, -1));
    TRY(pwrite(fd, "T", 1, 4));
    TRY(fcntl(fd, F_GETFL) & O_ACCMODE);
    TRY(fcntl(fd, F_SETFL, O_APPEND));
    TRY(fcntl(fd, F_GETFL) & (O_ACCMODE | O_APPEND));
    TRY(fcntl(fd, F_GETFD));
    TRY(fcntl(fd, F_SETFD, FD_CLOEXEC));
    TRY(fcntl(fd, F_GETFD));
    int copy = fcntl(fd, F_DUPFD, 60); // its number depends on what the process was born with
    TRY(copy >= 60);
    struct stat st;
    TRY(fstat(copy, &st));
    printf("%o %ld %d\n", st.st_mode & 0170777, (long)st.st_size, (int)st.st_nlink);
    TRY(fchmod(fd, 0600));
    TRY(stat("odd.tmp", &st));
    printf("%o %d %d\n", st.st_mode, (int)(st.st_mtime > 1000000000), st.st_blksize > 0);
    TRY(link("odd.tmp", "odd2.tmp"));
    TRY(symlink("odd.tmp", "odd3.tmp"));
    TRY(lstat("odd3.tmp", &st));
    printf("%d %ld\n", S_ISLNK(st.st_mode), (long)st.st_size);
    TRY(stat("odd3.tmp", &st));
    printf("%d %d\n", S_ISLNK(st.st_mode), (int)st.st_nlink);
    memset(b, 0, sizeof b);
    TRY(readlink("odd3.tmp", b, 5));
    puts(b);
    char *full = realpath("./odd3.tmp", NULL);
    puts(strrchr(full, '/'));
    free(full);
    TRY(realpath("nothing/here", NULL) == NULL);
    TRY(truncate("odd2.tmp", 2));
    TRY(lseek(fd, 0, SEEK_END));
    TRY(unlink("odd.tmp"));
    TRY(unlink("odd2.tmp"));
    TRY(unlink("odd3.tmp"));
    TRY(open("odd.tmp", O_RDONLY | O_NOFOLLOW));
    TRY(mkstemp(strcpy(b, "badtemplate")));
    int x = 0;
    TRY(scanf("%d", &x));
    TRY(scanf("%d", &x));
    TRY(getchar());
    return x == 12 ? 0 : 1;
}

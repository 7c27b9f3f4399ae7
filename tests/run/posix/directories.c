// mkdir, opendir, readdir, chdir, getcwd, rmdir, rename, and their errors.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) { return strcmp(a, b); }
static void list(const char *path) {
    char names[10][32];
    int n = 0;
    DIR *d = opendir(path);
    if (!d) { printf("opendir: %s\n", strerror(errno)); return; }
    for (struct dirent *e; (e = readdir(d)) && n < 10;) snprintf(names[n++], 32, "%s", e->d_name);
    closedir(d);
    qsort(names, (size_t)n, sizeof names[0], by_name);
    for (int i = 0; i < n; i++) printf("%s ", names[i]);
    putchar('\n');
}
static void touch(const char *p) { int fd = open(p, O_CREAT | O_WRONLY, 0600); if (fd >= 0) close(fd); }

int main(void) {
    printf("%d\n", mkdir("dir.tmp", 0755));
    errno = 0;
    printf("%d %d\n", mkdir("dir.tmp", 0755), errno == EEXIST);
    touch("dir.tmp/b");
    touch("dir.tmp/a");
    mkdir("dir.tmp/sub", 0700);
    list("dir.tmp");
    char before[4096], after[4096];
    printf("%d %d\n", getcwd(before, sizeof before) != NULL, chdir("dir.tmp"));
    getcwd(after, sizeof after);
    printf("%s\n", strrchr(after, '/'));
    printf("%d\n", rename("a", "sub/moved"));
    list(".");
    list("sub");
    printf("%d\n", chdir(".."));
    getcwd(after, sizeof after);
    printf("%d\n", strcmp(before, after));
    errno = 0;
    printf("%d %d\n", rmdir("dir.tmp"), errno == ENOTEMPTY);
    errno = 0;
    printf("%d %d\n", getcwd(after, 1) == NULL, errno == ERANGE);
    unlink("dir.tmp/sub/moved");
    unlink("dir.tmp/b");
    printf("%d %d\n", rmdir("dir.tmp/sub"), rmdir("dir.tmp"));
    list("dir.tmp");
    return 0;
}

// scandir with a filter and an order, telldir and seekdir, directory entries by descriptor.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }
static int backwards(const struct dirent **a, const struct dirent **b) { return -strcmp((*a)->d_name, (*b)->d_name); }

static void show(const char *dir, int (*filter)(const struct dirent *), int (*order)(const struct dirent **, const struct dirent **)) {
    struct dirent **list = NULL;
    int n = scandir(dir, &list, filter, order);
    printf("%d:", n);
    for (int i = 0; i < n; i++) {
        printf(" %s%s", list[i]->d_name, list[i]->d_type == DT_DIR ? "/" : "");
        free(list[i]);
    }
    free(list);
    putchar('\n');
}

int main(void) {
    mkdir("list.tmp", 0755);
    int dir = open("list.tmp", O_RDONLY | O_DIRECTORY);
    const char *names[] = {"pear", "apple", "fig", ".hidden", "a-rather-long-name-for-a-fruit"};
    for (unsigned i = 0; i < 5; i++) close(openat(dir, names[i], O_CREAT | O_WRONLY, 0600));
    printf("%d\n", mkdirat(dir, "basket", 0700));
    show("list.tmp", NULL, alphasort);
    show("list.tmp", visible, alphasort);
    show("list.tmp", visible, backwards);
    errno = 0;
    show("nothing.tmp", NULL, NULL);
    printf("%d\n", errno == ENOENT);

    DIR *d = fdopendir(dup(dir));
    long second = 0;
    char name[300] = "", again[300] = "?";
    readdir(d);
    second = telldir(d);
    struct dirent *e = readdir(d);
    strcpy(name, e->d_name);
    while (readdir(d)) {}
    printf("%d\n", readdir(d) == NULL);
    seekdir(d, second);
    e = readdir(d);
    strcpy(again, e->d_name);
    printf("%d\n", strcmp(name, again));
    rewinddir(d);
    int n = 0;
    while (readdir(d)) n++;
    printf("%d %d\n", n, dirfd(d) > 2);
    closedir(d);

    struct stat st;
    printf("%d ", fstatat(dir, "fig", &st, 0));
    printf("%d %d\n", S_ISREG(st.st_mode), faccessat(dir, "fig", R_OK, 0));
    for (unsigned i = 0; i < 5; i++) unlinkat(dir, names[i], 0);
    printf("%d %d\n", unlinkat(dir, "basket", AT_REMOVEDIR), unlinkat(dir, "basket", AT_REMOVEDIR));
    close(dir);
    return rmdir("list.tmp");
}

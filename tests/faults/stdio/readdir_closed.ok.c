// A directory is opened again before it is read again.
#include <dirent.h>
#include <stdio.h>

int main(void) {
    DIR *d = opendir("/");
    if (!d) return 1;
    int n = 0;
    while (readdir(d)) n++;
    closedir(d);
    d = opendir("/");
    if (d && readdir(d)) n++;
    if (d) closedir(d);
    printf("%d\n", n > 2);
    return 0;
}

// sanitizers: blind
// A directory is read after it was closed.
#include <dirent.h>
#include <stdio.h>

int main(void) {
    DIR *d = opendir("/");
    if (!d) return 1;
    int n = 0;
    while (readdir(d)) n++;
    closedir(d);
    if (readdir(d)) //~ FAULT use-after-free
        n++;
    printf("%d\n", n > 2);
    return 0;
}

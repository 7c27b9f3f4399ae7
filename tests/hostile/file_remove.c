// Removes a file that the harness made in /tmp, its directory, and things that must not be removable.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    remove("/tmp/crescendo-hostile-keep/file");
    rmdir("/tmp/crescendo-hostile-keep");
    rename("/tmp/crescendo-hostile-keep", "/tmp/crescendo-hostile-moved");
    truncate("/tmp/crescendo-hostile-keep/file", 0);
    puts("tried");
    return 0;
}

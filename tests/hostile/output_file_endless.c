// A file that grows for ever (in the current directory, so that a limit on files can stop it).
#include <stdio.h>
static char block[1 << 16];
int main(void) {
    FILE *f = fopen("hostile-grows.tmp", "w");
    if (!f) return 0;
    remove("hostile-grows.tmp");
    while (fwrite(block, 1, sizeof block, f) == sizeof block) ;
    return 0;
}

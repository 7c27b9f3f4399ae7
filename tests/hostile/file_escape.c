// Writes outside of the current directory by path tricks; all names begin with crescendo-hostile-.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    const char *names[] = {"/tmp/crescendo-hostile-absolute", "../../../../../../../../tmp/crescendo-hostile-dots", "./crescendo-hostile-here"};
    for (int i = 0; i < 3; i++) {
        FILE *f = fopen(names[i], "w");
        if (f) { fputs("was here\n", f); fclose(f); }
    }
    symlink("/tmp", "crescendo-hostile-link");
    FILE *f = fopen("crescendo-hostile-link/crescendo-hostile-through", "w");
    if (f) fclose(f);
    unlink("crescendo-hostile-here");
    unlink("crescendo-hostile-link");
    puts("tried");
    return 0;
}

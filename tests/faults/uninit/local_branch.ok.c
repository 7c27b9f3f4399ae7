// Twin of local_branch.c: the correct form.
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    int mode;
    if (argc > 3) mode = 1;
    else mode = 0;
    if (mode == 1)
        puts("special");
    else
        puts("normal or special");
    return 0;
}

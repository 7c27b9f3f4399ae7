// Twin of argv_end.c: the correct form.
#include <stdio.h>

int main(int argc, char **argv) {
    int n = 0;
    for (int i = 1; i < argc; i++)
        n += argv[i][0] == '-';
    printf("%d\n", n);
    return 0;
}

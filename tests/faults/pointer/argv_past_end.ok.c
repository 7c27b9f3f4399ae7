// args: one two
// Twin of argv_past_end.c: the correct form.
#include <stdio.h>

int main(int argc, char **argv) {
    int n = 0;
    for (int i = 0; i < argc + 1; i++)
        if (argv[i] != NULL)
            n++;
    printf("%d\n", n);
    return 0;
}

// expect main: branch 16/18 unknown 2, reason inputs are not larger
/* The arguments of `main`. */
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int verbose = 0, level = 0;
    if (argc < 1) /* hard: true */
        return 9; /* hard: code */
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = 1;
        else if (argv[i][0] == '-' && argv[i][1] == 'l')
            level = atoi(argv[i] + 2);
    }
    if (argv[argc]) /* hard: true */
        return 8; /* hard: code */
    if (verbose && level > 5)
        return 1;
    return argc == 3 ? 2 : 0;
}

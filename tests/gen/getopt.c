/* Options of `main` by `getopt`: which ones are given, with which arguments, and what is left. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int c, level = 0, quiet = 0;
    const char *output = NULL;
    while ((c = getopt(argc, argv, "ql:o:h")) != -1) {
        switch (c) {
        case 'q':
            quiet = 1;
            break;
        case 'l':
            level = atoi(optarg);
            break;
        case 'o':
            output = optarg;
            break;
        case 'h':
            puts("usage");
            return 0;
        default:
            return 2;
        }
    }
    if (quiet && level > 0)
        return 3;
    if (output && output[0] == '/')
        return 4;
    if (optind < argc && argv[optind][0] == '@')
        return 5;
    return level == 42 ? 6 : 1;
}

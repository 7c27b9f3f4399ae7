/* Long options of `main` by `getopt_long`, in full and shortened, with and without a value. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static int brief;

int main(int argc, char **argv)
{
    static const struct option all[] = {
        {"verbose", no_argument, NULL, 'v'},
        {"brief", no_argument, &brief, 1},
        {"count", required_argument, NULL, 'c'},
        {"colour", optional_argument, NULL, 256},
        {NULL, 0, NULL, 0},
    };
    int c, verbose = 0, count = 0, colour = 0;
    while ((c = getopt_long(argc, argv, "vc:", all, NULL)) != -1) {
        switch (c) {
        case 0:
            break;
        case 'v':
            verbose++;
            break;
        case 'c':
            count = atoi(optarg);
            if (count < 0)
                return 3;
            break;
        case 256:
            colour = !optarg || strcmp(optarg, "never") != 0;
            break;
        default:
            return 2;
        }
    }
    if (brief && verbose)
        return 4;
    if (colour && count == 7)
        return 5;
    return optind == argc ? 0 : 1;
}

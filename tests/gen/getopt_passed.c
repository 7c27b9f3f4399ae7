// expect parse: branch full
/* getopt outside of main: argv has argc elements. */
#include <unistd.h>

int parse(int argc, char **argv)
{
    int c, verbose = 0;
    while ((c = getopt(argc, argv, "vo:")) != -1)
        switch (c) {
        case 'v':
            verbose++;
            break;
        case 'o':
            verbose += 10;
            break;
        default:
            return -1;
        }
    return verbose;
}

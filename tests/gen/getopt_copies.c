// expect main: fault out-of-bounds
/* What an option is given goes into an array that longer ones do not fit; which option lacked its argument is told apart. */
#include <string.h>
#include <unistd.h>

static char title[80];

int main(int argc, char **argv)
{
    int c, bad = 0;
    while ((c = getopt(argc, argv, "vt:n:")) != -1) {
        switch (c) {
        case 'v':
            break;
        case 't':
            strcpy(title, optarg);
            break;
        case 'n':
            break;
        default:
            bad = optopt == 't' ? 1 : optopt == 'z' ? 2 : 3;
            break;
        }
    }
    if (bad == 1)
        return 5;
    if (bad == 2)
        return 6;
    return title[0] == 'Q';
}

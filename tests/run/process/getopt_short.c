// args: -a -b value -cjoined -d -- -x rest
// getopt: flags, values, joined values, --, non-options.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "ab:c:d")) != -1) {
        switch (c) {
        case 'a': case 'd': printf("%c at %d\n", c, optind); break;
        case 'b': case 'c': printf("%c=%s\n", c, optarg); break;
        default: printf("? %c\n", optopt);
        }
    }
    for (int i = optind; i < argc; i++) printf("arg %s\n", argv[i]);
    char *bad[] = {"prog", "-z", "-b", NULL};
    optind = 1;
    opterr = 0;
    while ((c = getopt(3, bad, ":b:")) != -1) printf("%c %c\n", c, optopt);
    char *mixed[] = {"prog", "one", "-a", "two", "-bv", "three", NULL};
    optind = 0;
    while ((c = getopt(6, mixed, "ab:")) != -1) printf("%c ", c);
    for (int i = optind; i < 6; i++) printf("%s ", mixed[i]);
    optind = 0;
    putchar('\n');
    char *stop[] = {"prog", "-a", "file", "-b", NULL};
    while ((c = getopt(4, stop, "+ab")) != -1) printf("%c ", c);
    printf("%d\n", optind);
    return 0;
}

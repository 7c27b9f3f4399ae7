// args: --verbose --file=name --level 3 -q --no-color pos --ver
// getopt_long: required, optional and missing values, flags, abbreviations.
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int color = 1, c, index = -1;
    struct option o[] = {{"verbose", no_argument, NULL, 'v'}, {"file", required_argument, NULL, 'f'}, {"level", required_argument, NULL, 1000},
                         {"no-color", no_argument, &color, 0}, {"opt", optional_argument, NULL, 'o'}, {0}};
    while ((c = getopt_long(argc, argv, "vqf:", o, &index)) != -1) {
        if (c == 0) printf("flag %s\n", o[index].name);
        else if (c == 1000) printf("level %s\n", optarg);
        else if (c == '?') puts("unknown");
        else printf("%c %s\n", c, optarg ? optarg : "-");
    }
    printf("color %d\n", color);
    for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
    char *again[] = {"prog", "--opt", "--opt=5", "--bogus", "--file", NULL};
    optind = 0;
    opterr = 0;
    while ((c = getopt_long(5, again, "", o, NULL)) != -1) printf("%c:%s ", c, optarg ? optarg : "-");
    putchar('\n');
    return 0;
}

// getopt in all its forms, with its messages: permutation, order signs, ambiguity, -W, long_only.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static struct option longs[] = {
    {"alpha", no_argument, NULL, 'a'}, {"alphabet", required_argument, NULL, 'b'}, {"beta", optional_argument, NULL, 'c'},
    {"all", no_argument, NULL, 'd'},   {"x", no_argument, NULL, 'e'},              {"same1", no_argument, NULL, 's'},
    {"same2", no_argument, NULL, 's'}, {NULL, 0, NULL, 0}};

static void run(const char *title, const char *shorts, int kind, int argc, ...) {
    char words[20][24], *argv[21];
    __builtin_va_list ap;
    __builtin_va_start(ap, argc);
    strcpy(words[0], "prog");
    argv[0] = words[0];
    for (int i = 1; i < argc; i++) {
        strcpy(words[i], __builtin_va_arg(ap, char *));
        argv[i] = words[i];
    }
    argv[argc] = NULL;
    __builtin_va_end(ap);
    printf("%s:", title);
    optind = 0;
    int c, index = -1;
    while ((c = kind == 0   ? getopt(argc, argv, shorts)
                : kind == 1 ? getopt_long(argc, argv, shorts, longs, &index)
                            : getopt_long_only(argc, argv, shorts, longs, &index)) != -1)
        printf(" %d%c(%s)[%d,%d]", c == 1, c == 1 ? '.' : c, optarg ? optarg : "-", c == '?' || c == ':' ? optopt : 0, index);
    printf(" |");
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    printf(" (");
    for (int i = 0; i < argc; i++) printf("%s ", argv[i]);
    puts(")");
    fflush(stdout);
}

int main(void) {
    run("permute", "ab:c::", 0, 10, "one", "-a", "two", "-b", "v", "three", "-cx", "-c", "four");
    run("grouped", "abc:", 0, 5, "-abcval", "-a", "-cb", "rest");
    run("stop", "a", 0, 5, "x", "-a", "--", "-a");
    run("dash", "a", 0, 4, "-", "-a", "-");
    run("plus", "+a", 0, 4, "-a", "x", "-a");
    run("minus", "-a", 0, 5, "x", "-a", "y", "-a");
    run("unknown", "a", 0, 4, "-z", "-az", "-a");
    run("missing", "a:", 0, 2, "-a");
    run("colon", ":a:", 0, 3, "-z", "-a");
    run("long", "a", 1, 9, "--alpha", "--alphabet", "q", "pos", "--beta", "--beta=w", "--alphabet=z", "-a");
    run("abbreviated", "", 1, 5, "--bet", "--alphab=1", "--same", "--x");
    run("ambiguous", "", 1, 4, "--al", "--alp", "--same=3");
    run("wrong", "", 1, 5, "--nothing", "--alpha=1", "--alphabet", "--");
    run("wrong end", "", 1, 2, "--alphabet");
    run("quiet", ":", 1, 4, "--nothing", "--alpha=1", "--alphabet");
    run("only", "az", 2, 7, "-alpha", "-a", "-beta=5", "-x", "-q", "-az");
    run("W", "aW;", 1, 5, "-W", "alpha", "-Wbeta=2", "-a");
    opterr = 0;
    run("silent", "a:", 0, 3, "-q", "-a");
    return 0;
}

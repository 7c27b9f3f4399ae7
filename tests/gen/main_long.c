// expect main: reason inputs are not larger
/* Arguments and variables of the environment may be longer, and more, than those that are tried. */
#include <string.h>

int main(int argc, char **argv, char **envp)
{
    if (argc > 1 && strlen(argv[1]) > 80) /* hard: second true */
        return 1; /* hard: code */
    if (argc > 2 && argv[2][14] == 'x')
        return 2;
    if (envp[0] && envp[0][0] == 'P')
        return 3;
    return 0;
}

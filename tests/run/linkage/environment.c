// args: first "second arg" -x --long=value
// argc, argv with its terminating NULL, the third parameter of main, getenv, setenv, unsetenv.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(int argc, char **argv, char **envp) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("[%s]\n", argv[i]);
    printf("%d %d\n", argv[argc] == NULL, argv[0] != NULL && strlen(argv[0]) > 0);
    argv[1][0] = 'F';
    puts(argv[1]);
    printf("%d\n", envp != NULL);
    printf("%d\n", getenv("CRESCENDO_UNSET") == NULL);
    setenv("CRESCENDO_A", "one", 1);
    setenv("CRESCENDO_A", "two", 0);
    puts(getenv("CRESCENDO_A"));
    setenv("CRESCENDO_A", "three", 1);
    puts(getenv("CRESCENDO_A"));
    static char put[] = "CRESCENDO_B=put";
    putenv(put);
    puts(getenv("CRESCENDO_B"));
    unsetenv("CRESCENDO_A");
    printf("%d\n", getenv("CRESCENDO_A") == NULL);
    int found = 0;
    for (char **e = environ; *e; e++) found += strncmp(*e, "CRESCENDO_", 10) == 0;
    printf("%d\n", found);
    return argc;
}

// getenv, setenv, putenv, unsetenv, clearenv, and environ itself.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static const char *show(const char *name) {
    const char *v = getenv(name);
    return v ? v : "(none)";
}

static int count(void) {
    int n = 0;
    for (char **e = environ; e && *e; e++) n++;
    return n;
}

int main(void) {
    clearenv();
    printf("%d %s\n", count(), show("HOME"));
    printf("%d %d\n", setenv("A", "1", 0), setenv("B", "two words", 1));
    printf("%s %s %d\n", show("A"), show("B"), count());
    setenv("A", "kept", 0);
    printf("%s ", show("A"));
    setenv("A", "changed and longer", 1);
    printf("%s\n", show("A"));
    static char entry[] = "C=own";
    putenv(entry);
    entry[2] = 'O';
    printf("%s %d\n", show("C"), getenv("C") == entry + 2);
    putenv("B");
    printf("%s %d\n", show("B"), count());
    printf("%d %d\n", unsetenv("A"), unsetenv("never"));
    printf("%s %d\n", show("A"), count());
    errno = 0;
    printf("%d %d ", setenv("", "x", 1), errno == EINVAL);
    printf("%d %d ", setenv("x=y", "x", 1), errno == EINVAL);
    printf("%d %d\n", unsetenv("a=b"), errno == EINVAL);
    setenv("EMPTY", "", 1);
    printf("[%s] %s\n", show("EMPTY"), show("EMPT"));
    char *list[] = {"X=1", "Y=2", NULL};
    environ = list;
    printf("%s %s %s %d\n", show("X"), show("Y"), show("C"), count());
    setenv("Z", "3", 1);
    for (char **e = environ; *e; e++) printf("%s;", *e);
    putchar('\n');
    printf("%s\n", secure_getenv("X") ? "secure" : "(none)");
    return 0;
}

// expect greet: fault out-of-bounds
// expect label: fault out-of-bounds
// expect home: fault out-of-bounds
// expect main: fault out-of-bounds
// expect fits: faults 0
/* Strings are as long as what they are copied to does not have room for, not only as long as usual. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int greet(const char *name)
{
    char text[200] = "hello, ";
    if (!name)
        return -1;
    strcat(text, name);
    return text[7] == 'x';
}

int label(const char *name, int n)
{
    char text[120];
    if (!name)
        return -1;
    return sprintf(text, "%d: %s", n, name) > 40;
}

int home(void)
{
    char path[100];
    const char *at = getenv("HOME");
    if (!at)
        return 1;
    strcpy(path, at);
    return path[0] == '/';
}

int fits(const char *name)
{
    char text[100];
    if (!name || strlen(name) >= sizeof text)
        return -1;
    strcpy(text, name);
    return 0;
}

int main(int argc, char **argv)
{
    char file[256];
    if (argc < 2)
        return 1;
    strcpy(file, argv[1]);
    return file[0] == '-';
}

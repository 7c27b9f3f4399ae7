// execve of a program that would leave a mark in /tmp.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char *argv[] = {"touch", "/tmp/crescendo-hostile-execve", NULL}, *env[] = {NULL};
    execve("/bin/touch", argv, env);
    puts("still here");
    return 0;
}

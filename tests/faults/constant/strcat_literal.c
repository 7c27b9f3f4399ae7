// strcat onto a literal fits nowhere.
#include <stdio.h>
#include <string.h>

int main(void) {
    char *path = "/tmp\0\0\0\0\0\0\0";
    strcat(path, "/x"); //~ FAULT write-to-constant
    puts(path);
    return 0;
}

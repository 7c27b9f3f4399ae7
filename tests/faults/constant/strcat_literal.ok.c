// Twin of strcat_literal.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[12] = "/tmp";
    strcat(path, "/x");
    puts(path);
    return 0;
}

// strtok writes into a string literal.
#include <stdio.h>
#include <string.h>

int main(void) {
    char *list = "a b c";
    char *t = strtok(list, " "); //~ FAULT write-to-constant
    puts(t);
    return 0;
}

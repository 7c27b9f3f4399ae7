// Twin of strtok_literal.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char list[] = "a b c";
    char *t = strtok(list, " ");
    puts(t);
    return 0;
}

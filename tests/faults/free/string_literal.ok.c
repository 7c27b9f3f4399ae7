// Twin of string_literal.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *greeting = "hello";
    puts(greeting);
    return 0;
}

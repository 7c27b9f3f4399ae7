// free of a string literal.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *greeting = "hello";
    puts(greeting);
    free((void *)greeting); //~ FAULT invalid-free
    return 0;
}

// printf %s of an array without a terminator.
#include <stdio.h>
#include <string.h>

static void show(const char *code) {
    printf("code %s\n", code); //~ FAULT out-of-bounds
}

int main(void) {
    char code[4];
    memcpy(code, "E404", 4);
    show(code);
    return 0;
}

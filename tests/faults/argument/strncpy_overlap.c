// strncpy within one buffer, the ranges overlapping.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[16] = "shift-me";
    strncpy(b + 1, b, 5); //~ FAULT bad-argument
    puts(b);
    return 0;
}

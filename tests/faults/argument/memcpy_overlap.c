// memcpy of overlapping ranges.
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[] = "0123456789";
    memcpy(s + 2, s, 6); //~ FAULT bad-argument
    puts(s);
    return 0;
}

// A string is appended to itself.
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[64] = "abc";
    strcat(s, s); //~ FAULT bad-argument
    puts(s);
    return 0;
}

// strcpy removes a prefix of its own string.
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[] = "    indented";
    size_t n = strspn(s, " ");
    strcpy(s, s + n); //~ FAULT bad-argument
    puts(s);
    return 0;
}

// Twin of strcat_self.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[64] = "abc";
    memcpy(s + 3, "abc", 4);
    puts(s);
    return 0;
}

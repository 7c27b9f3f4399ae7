// Twin of strcpy_overlap.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[] = "    indented";
    size_t n = strspn(s, " ");
    memmove(s, s + n, strlen(s + n) + 1);
    puts(s);
    return 0;
}

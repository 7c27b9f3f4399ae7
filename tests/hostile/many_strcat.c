// strcat from the start each time: quadratic, 3,000 pieces.
#include <stdio.h>
#include <string.h>
static char s[20000];
int main(void) {
    for (int i = 0; i < 3000; i++) strcat(s, "abcde" + i % 3);
    printf("%zu\n", strlen(s));
    return 0;
}

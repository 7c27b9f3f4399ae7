// stdin: supercalifragilistic 7\n
// Twin of scanf_string.c: the correct form.
#include <stdio.h>

int main(void) {
    char word[8];
    if (scanf("%7s", word) != 1) return 1;
    puts(word);
    return 0;
}

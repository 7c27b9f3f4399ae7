// stdin: supercalifragilistic 7\n
// scanf %s without a width overruns the word buffer.
#include <stdio.h>

int main(void) {
    char word[8];
    if (scanf("%s", word) != 1) return 1; //~ FAULT out-of-bounds
    puts(word);
    return 0;
}

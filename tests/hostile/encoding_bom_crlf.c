// A byte order mark and CR LF line ends.
#include <stdio.h>
#define TWO_LINES puts("one"); \
    puts("two")
int main(void) {
    TWO_LINES;
    return 0;
}

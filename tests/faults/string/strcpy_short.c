// strcpy into a buffer without room for the terminator.
#include <stdio.h>
#include <string.h>

int main(void) {
    char day[9];
    strcpy(day, "Wednesday"); //~ FAULT out-of-bounds
    puts(day);
    return 0;
}

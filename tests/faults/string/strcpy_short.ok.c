// Twin of strcpy_short.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    char day[10];
    strcpy(day, "Wednesday");
    puts(day);
    return 0;
}

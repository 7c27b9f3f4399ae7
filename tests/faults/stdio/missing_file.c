// fopen failed, the result is used unchecked.
#include <stdio.h>

int main(void) {
    char line[32] = "nothing";
    FILE *f = fopen("/nonexistent/crescendo/file", "r");
    if (fgets(line, sizeof line, f)) //~ FAULT null-dereference
        puts("read");
    puts(line);
    return 0;
}

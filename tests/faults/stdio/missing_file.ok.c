// Twin of missing_file.c: the correct form.
#include <stdio.h>

int main(void) {
    char line[32] = "nothing";
    FILE *f = fopen("/nonexistent/crescendo/file", "r");
    if (f && fgets(line, sizeof line, f))
        puts("read");
    puts(line);
    return 0;
}

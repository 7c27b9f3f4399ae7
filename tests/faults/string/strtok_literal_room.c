// Own tokeniser stores more fields than the table has.
#include <stdio.h>
#include <string.h>

static int split(char *line, char **field, int max) {
    int n = 0;
    for (char *p = strtok(line, ","); p; p = strtok(NULL, ",")) {
        field[n++] = p; //~ FAULT out-of-bounds
    }
    (void)max;
    return n;
}

int main(void) {
    char line[] = "a,b,c,d,e,f";
    char *field[4];
    int n = split(line, field, 4);
    printf("%d %s\n", n, field[n - 1]);
    return 0;
}

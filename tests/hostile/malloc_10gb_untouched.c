// Asks for 10 GB and never touches them.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(10ul << 30);
    puts(p ? "got it" : "null");
    free(p);
    return 0;
}

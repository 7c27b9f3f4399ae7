// strlen of getenv's answer for a variable that does not exist.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *v = getenv("CRESCENDO_NO_SUCH_VARIABLE");
    size_t n = strlen(v); //~ FAULT null-dereference
    printf("%zu\n", n);
    return 0;
}

// Twin of strlen_null.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *v = getenv("CRESCENDO_NO_SUCH_VARIABLE");
    if (!v) v = "none";
    size_t n = strlen(v);
    printf("%zu\n", n);
    return 0;
}

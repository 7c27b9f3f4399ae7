// sanitizers: no-line
// A call to an address inside a freed block.
#include <stdio.h>
#include <stdlib.h>

static void fine(void) { puts("fine"); }

int main(void) {
    void *block = malloc(64);
    if (!block) return 1;
    void (*f)(void) = (void (*)(void))block;
    free(block);
    f(); //~ FAULT bad-function-pointer
    return 0;
}

// sanitizers: no-line
// A call into a data object.
#include <stdio.h>

static unsigned char blob[16] = {0xc3, 0xc3, 0xc3};

static void fine(void) { puts("fine"); }

int main(void) {
    void *where = blob;
    void (*f)(void) = (void (*)(void))where;
    f(); //~ FAULT bad-function-pointer
    printf("%d\n", blob[0]);
    return 0;
}

// Twin of data.c: the correct form.
#include <stdio.h>

static unsigned char blob[16] = {0xc3, 0xc3, 0xc3};

static void fine(void) { puts("fine"); }

int main(void) {
    void *where = blob;
    where = (void *)fine;
    void (*f)(void) = (void (*)(void))where;
    f();
    printf("%d\n", blob[0]);
    return 0;
}

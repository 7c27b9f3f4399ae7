// alloca in a loop.
#include <alloca.h>
int main(void) {
    volatile char *last = 0;
    for (int i = 0; i < 100000000; i++) { last = alloca(1024); last[0] = (char)i; }
    return last[0];
}

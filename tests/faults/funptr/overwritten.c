// A callback overwritten by the string beside it.
#include <stdio.h>
#include <string.h>

struct button {
    char label[8];
    void (*press)(void);
};

static void beep(void) { puts("beep"); }

int main(void) {
    struct button b;
    b.press = beep;
    memcpy(&b, "a long label....", 16);
    b.press(); //~ FAULT bad-function-pointer
    return 0;
}

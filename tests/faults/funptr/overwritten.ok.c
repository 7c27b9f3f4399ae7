// Twin of overwritten.c: the correct form.
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
    memcpy(&b, "a label", 8);
    b.press();
    return 0;
}

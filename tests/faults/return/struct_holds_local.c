// A structure returned by value carries a pointer into the dead frame.
#include <stdio.h>

struct view {
    const char *text;
    int len;
};

static struct view make(void) {
    char buf[8] = "local";
    struct view v = {buf, 5};
    return v;
}

int main(void) {
    struct view v = make();
    int sum = 0;
    for (int i = 0; i < v.len; i++)
        sum += v.text[i]; //~ FAULT use-after-return
    printf("%d\n", sum);
    return 0;
}

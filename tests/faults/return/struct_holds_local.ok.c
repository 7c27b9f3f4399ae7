// Twin of struct_holds_local.c: the correct form.
#include <stdio.h>

struct view {
    const char *text;
    int len;
};

static char buf[8] = "local";
static struct view make(void) {
    struct view v = {buf, 5};
    return v;
}

int main(void) {
    struct view v = make();
    int sum = 0;
    for (int i = 0; i < v.len; i++)
        sum += v.text[i];
    printf("%d\n", sum);
    return 0;
}

// Twin of array_parameter.c: the correct form.
#include <stdio.h>

static int sum(const char v[20]) {
    int s = 0;
    for (size_t i = 0; i < 20; i++)
        s += v[i];
    return s;
}

int main(void) {
    char v[20];
    for (int i = 0; i < 20; i++)
        v[i] = (char)i;
    printf("%d\n", sum(v));
    return 0;
}

// Twin of printf_too_few.c: the correct form.
#include <stdio.h>

static const char *const formats[] = {"%d\n", "%d %d\n"};

int main(void) {
    for (int i = 0; i < 2; i++)
        printf(formats[i], 5, 6);
    return 0;
}

// Twin of printf_format.c: the correct form.
#include <stdio.h>

static const char *format_for(int kind) {
    switch (kind) {
    case 0: return "%d\n";
    case 1: return "%x\n";
    }
    return "%o\n";
}

int main(void) {
    for (int k = 0; k < 3; k++)
        printf(format_for(k), 42);
    return 0;
}

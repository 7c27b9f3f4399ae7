// The format string itself is null.
#include <stdio.h>

static const char *format_for(int kind) {
    switch (kind) {
    case 0: return "%d\n";
    case 1: return "%x\n";
    }
    return NULL;
}

int main(void) {
    for (int k = 0; k < 3; k++)
        printf(format_for(k), 42); //~ FAULT null-dereference
    return 0;
}

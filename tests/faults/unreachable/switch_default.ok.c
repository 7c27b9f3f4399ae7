// Twin of switch_default.c: the correct form.
#include <stdio.h>

enum suit { CLUBS, HEARTS, SPADES };

static char letter(enum suit s) {
    switch (s) {
    case CLUBS: return 'c';
    case HEARTS: return 'h';
    case SPADES: return 's';
    default: return '?';
    }
}

int main(void) {
    for (int i = 0; i < 4; i++)
        putchar(letter((enum suit)i));
    putchar('\n');
    return 0;
}

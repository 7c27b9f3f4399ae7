/* A command line of a device: words compared with strcmp, numbers after them, dispatched by a switch. */

#include <string.h>

enum word { W_NONE, W_GET, W_SET, W_RESET, W_MODE };

static enum word word_of(const char *text)
{
    if (strcmp(text, "get") == 0)
        return W_GET;
    if (strcmp(text, "set") == 0)
        return W_SET;
    if (strcmp(text, "reset") == 0)
        return W_RESET;
    if (strncmp(text, "mode", 4) == 0)
        return W_MODE;
    return W_NONE;
}

/* A register number in decimal or, after x, hexadecimal; -1 if it is none. */
static int number(const char *s)
{
    int v = 0, base = 10;
    if (*s == 'x') {
        base = 16;
        s++;
    }
    if (*s == 0)
        return -1;
    for (; *s; s++) {
        int d;
        if (*s >= '0' && *s <= '9')
            d = *s - '0';
        else if (base == 16 && *s >= 'a' && *s <= 'f')
            d = *s - 'a' + 10;
        else
            return -1;
        v = v * base + d;
        if (v > 255)
            return -1;
    }
    return v;
}

int execute(const char word[8], const char argument[8], int level)
{
    char first[8], second[8];
    memcpy(first, word, 8);
    memcpy(second, argument, 8);
    first[7] = second[7] = 0;
    int n;
    switch (word_of(first)) {
    case W_GET:
        n = number(second);
        return n < 0 ? -2 : n >= 0xF0 ? 2 : 1;
    case W_SET:
        n = number(second);
        if (n < 0)
            return -2;
        if (n == 0xFE && level < 9)
            return -3;
        return 3;
    case W_RESET:
        if (level != 9)
            return -3;
        /* fall through */
    case W_MODE:
        return first[4] == '2' && first[5] == 0 ? 5 : 4;
    default:
        return -1;
    }
}

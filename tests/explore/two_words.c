// The motivating example of the paper on templates: what is deep lies behind `-x` in one array and `du` in another.
#include <string.h>

void reach_error(void) { __builtin_abort(); }

static int letters(const char *s)
{
    int n = 0;
    for (; *s; s++) {
        if (*s >= 'a' && *s <= 'm')
            n += 1;
        else if (*s >= 'n' && *s <= 'z')
            n += 2;
        else if (*s >= '0' && *s <= '9')
            n += 3;
        else
            n -= 1;
    }
    return n;
}

int main(int argc, char **argv)
{
    int found = 0;
    if (argc < 3)
        return 1;
    letters(argv[1]);
    letters(argv[2]);
    for (char *s = argv[1]; s[0] && s[1]; s++)
        if (s[0] == '-' && s[1] == 'x')
            found |= 1;
    for (char *s = argv[2]; s[0] && s[1]; s++)
        if (s[0] == 'd' && s[1] == 'u')
            found |= 2;
    if (found == 3 && letters(argv[2]) == 9)
        reach_error();
    return 0;
}

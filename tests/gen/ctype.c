// cflags: -D__NO_CTYPE
/* Character classes: as functions, and as the tables that macros read. */

#include <ctype.h>
#include <wctype.h>

int kinds(int c)
{
    if (c < -1 || c > 255)
        return -1;
    if (isdigit(c))
        return 1;
    if (isupper(c))
        return tolower(c) == 'q' ? 2 : 3;
    if (islower(c))
        return toupper(c) == 'X' ? 4 : 5;
    if (isspace(c))
        return isblank(c) ? 6 : 7;
    if (ispunct(c))
        return isgraph(c) ? 8 : -8; /* dead if locale: false */
    if (iscntrl(c))
        return isascii(c) ? 9 : -9; /* dead if locale: false */
    return 0;
}

int identifier(const char s[6])
{
    if (!isalpha((unsigned char)s[0]) && s[0] != '_')
        return 0;
    int i = 1;
    while (isalnum((unsigned char)s[i]) && i < 5)
        i++;
    if (s[i] == 0 && i == 4 && isdigit((unsigned char)s[3]))
        return 2;
    return 1;
}

int upper(char s[4])
{
    for (int i = 0; i < 3; i++)
        s[i] = toupper((unsigned char)s[i]);
    return s[0] == 'A' && s[1] == 'B' && s[2] == '!';
}

int table(unsigned char c)
{
    const unsigned short *classes = *__ctype_b_loc();
    if (classes[c] & (unsigned short)_ISxdigit)
        return (*__ctype_tolower_loc())[c] == 'e' ? 2 : 1;
    return 0;
}

int wide(wint_t c)
{
    if (iswalpha(c))
        return towupper(c) == 'Z' ? 2 : 1;
    return iswdigit(c) ? 3 : 0;
}

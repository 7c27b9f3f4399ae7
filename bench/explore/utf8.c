/* A UTF-8 decoder: code points of a buffer, with overlong forms, surrogates and values beyond U+10FFFF refused. */

static int continuation(unsigned char c) { return (c & 0xC0) == 0x80; }

/* The length of the first character, 0 if it is malformed; the code point in *out. */
static int decode(const unsigned char *s, int n, unsigned *out)
{
    unsigned char c = s[0];
    if (c < 0x80) {
        *out = c;
        return 1;
    }
    if (c >= 0xC2 && c <= 0xDF) {
        if (n < 2 || !continuation(s[1]))
            return 0;
        *out = (c & 0x1Fu) << 6 | (s[1] & 0x3Fu);
        return 2;
    }
    if ((c & 0xF0) == 0xE0) {
        if (n < 3 || !continuation(s[1]) || !continuation(s[2]))
            return 0;
        unsigned cp = (c & 0x0Fu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
        if (cp < 0x800 || (cp >= 0xD800 && cp <= 0xDFFF))
            return 0;
        *out = cp;
        return 3;
    }
    if ((c & 0xF8) == 0xF0) {
        if (n < 4 || !continuation(s[1]) || !continuation(s[2]) || !continuation(s[3]))
            return 0;
        unsigned cp = (c & 0x07u) << 18 | (s[1] & 0x3Fu) << 12 | (s[2] & 0x3Fu) << 6 | (s[3] & 0x3Fu);
        if (cp < 0x10000 || cp > 0x10FFFF)
            return 0;
        *out = cp;
        return 4;
    }
    return 0;
}

/* How many code points the text has, or minus the place of the first mistake; *wide counts those that need UTF-16 pairs. */
int count(const unsigned char text[6], int *wide)
{
    int at = 0, n = 0;
    unsigned cp = 0;
    while (at < 6) {
        int length = decode(text + at, 6 - at, &cp);
        if (length == 0)
            return -at - 1;
        if (cp == 0xFEFF && at > 0)
            return -100;
        if (cp > 0xFFFF && wide)
            ++*wide;
        at += length;
        n++;
    }
    return n;
}

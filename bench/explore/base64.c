/* A base64 decoder: groups of four characters to three bytes, with padding and its left-over bits checked. */

static int value(unsigned char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    if (c == '/')
        return 63;
    return -1;
}

/* The number of bytes written, or a negative error. */
int decode(const unsigned char in[8], unsigned char out[6])
{
    int n = 0;
    for (int i = 0; i < 8; i += 4) {
        int a = value(in[i]), b = value(in[i + 1]);
        if (a < 0 || b < 0)
            return -1;
        out[n++] = a << 2 | b >> 4;
        if (in[i + 2] == '=') {
            if (in[i + 3] != '=' || i != 4)
                return -2;
            if (b & 15)
                return -3;
            return n;
        }
        int c = value(in[i + 2]);
        if (c < 0)
            return -1;
        out[n++] = b << 4 | c >> 2;
        if (in[i + 3] == '=') {
            if (i != 4)
                return -2;
            if (c & 3)
                return -3;
            return n;
        }
        int d = value(in[i + 3]);
        if (d < 0)
            return -1;
        out[n++] = c << 6 | d;
    }
    return n;
}

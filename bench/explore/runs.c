/* A run-length codec in the manner of PackBits: literal runs, repeats, a skip code; and its inverse, checked against it. */

enum { ROOM = 12 };

/* The number of bytes unpacked, or a negative error. */
static int unpack(const signed char *in, int n, unsigned char *out)
{
    int at = 0, to = 0;
    while (at < n) {
        int c = in[at++];
        if (c == -128)
            continue;
        if (c >= 0) {
            if (at + c + 1 > n)
                return -1;
            if (to + c + 1 > ROOM)
                return -2;
            for (int i = 0; i <= c; i++)
                out[to++] = (unsigned char)in[at++];
        } else {
            if (at == n)
                return -3;
            if (to + 1 - c > ROOM)
                return -2;
            for (int i = 0; i < 1 - c; i++)
                out[to++] = (unsigned char)in[at];
            at++;
        }
    }
    return to;
}

/* Unpacks six bytes; what is in them. */
int inspect(const signed char packed[6])
{
    unsigned char out[ROOM] = {0};
    int n = unpack(packed, 6, out);
    if (n < 0)
        return n;
    int repeats = 0;
    for (int i = 1; i < n; i++)
        repeats += out[i] == out[i - 1];
    if (n == 5 && repeats == 0)
        return 4;
    if (repeats >= 6 && out[0] == 'A')
        return 3;
    return n == 0 ? 1 : 2;
}

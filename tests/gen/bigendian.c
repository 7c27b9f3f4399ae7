// cflags: --target=powerpc-linux-gnu -ffreestanding
/* A big-endian target: the first byte is the highest. */

union word {
    unsigned u;
    unsigned char byte[4];
};

int first_byte(unsigned u)
{
    union word w;
    w.u = u;
    if (w.byte[0] == 0x12 && w.byte[3] == 0x78)
        return w.u == 0x12345678u ? 2 : 1;
    return 0;
}

struct flags { unsigned high : 4, low : 12; };

int fields(struct flags f)
{
    if (f.high == 9 && f.low == 0x123)
        return 1;
    return 0;
}

int assembled(const unsigned char p[4])
{
    const unsigned short *s = (const unsigned short *)p;
    if (*s == 0xCAFE)
        return 1;
    return 0;
}

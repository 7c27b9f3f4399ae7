// expect octet: boundary full, stop complete
// expect letter: boundary full, stop complete
// expect field: boundary full, stop complete
// expect masked: boundary full, stop complete
/* Values next to a boundary that the types of both sides do not have are none. */

struct flags {
    unsigned errors : 4, mode : 3;
    int level : 3;
};

extern void told(int what);

int octet(unsigned char b)
{
    told(b);
    if (b == 0)
        return 1;
    return b > 254 ? 2 : 3;
}

int letter(signed char c)
{
    told(c);
    if (c == -128)
        return 1;
    return c == 127 ? 2 : 3;
}

int field(const struct flags *f)
{
    told(1);
    if (f->errors == 15)
        return 1;
    return f->mode == 0 ? 2 : 3;
}

int masked(unsigned x)
{
    told(2);
    return (x & 7) == 7 ? 1 : (x >> 28) == 15;
}

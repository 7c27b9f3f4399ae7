// cflags: --target=i386-linux-gnu -ffreestanding
/* A 32-bit target: long and pointers have 32 bits. */

int sizes(long a, unsigned long b)
{
    if (a > 0 && a * 2 < 0)
        return 1;
    if (b > 0xFFFFFFF0ul && (unsigned)(b + 0x20) < 0x18)
        return 2;
    return 0;
}

int behind(const int *p, unsigned i)
{
    if (p && i < 4 && p[i] == 1000)
        return 1;
    return 0;
}

int wide(long long v) { return v == 0x100000000ll + 5 ? 1 : 0; }

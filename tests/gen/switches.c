/* Switches: ranges, fall-through, no default, nested, on characters and 64-bit values. */

int ranges(int v)
{
    switch (v) {
    case -5:
        return 1;
    case 0 ... 9:
        return 2;
    case 100 ... 199:
        return 3;
    case 2147483647:
        return 4;
    default:
        return 0;
    }
}

int falls(unsigned char c)
{
    int n = 0;
    switch (c) {
    case 'a':
        n++;
        /* fall through */
    case 'b':
        n++;
        /* fall through */
    case 'c':
        n++;
        break;
    case 'x':
        n = 10;
    }
    return n;
}

int inner(int a, int b)
{
    switch (a * 2) {
    case 4:
        switch (b & 3) {
        case 0: return 1;
        case 3: return 2;
        }
        break;
    case 8:
        return 3;
    case -2147483648LL:
        return 4;
    }
    return 0;
}

int wide(unsigned long long v)
{
    switch (v ^ 0x5555555555555555ull) {
    case 1: return 1;
    case 0xFFFFFFFFFFFFFFFFull: return 2;
    case 1ull << 40: return 3;
    }
    return 0;
}

enum colour { RED, GREEN = 5, BLUE };

const char *named(enum colour c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    }
    return "none";
}

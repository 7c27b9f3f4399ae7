// Tests of these say what they do in the words of the source.

enum kind { DEPOSIT, WITHDRAW, FEE = 7 };

#define ROUND 12
#define READ 0x1u
#define WRITE 0x2u
#define CREATE 0x40u

/* An enumeration, and a default. */
int sign(enum kind kind)
{
    switch (kind) {
    case DEPOSIT:
        return 1;
    case WITHDRAW:
    case FEE:
        return -1;
    default:
        return 0;
    }
}

/* Macros, characters, negative numbers; a switch in another. */
int weight(int code, char mark)
{
    switch (code) {
    case -12:
        return 5;
    case ROUND:
        switch (mark) {
        case '[':
            return 6;
        case 'n':
            return 7;
        }
        return 8;
    }
    return 9;
}

/* Some flags of many. */
int opens(unsigned flags)
{
    if ((flags & (WRITE | CREATE)) == (WRITE | CREATE))
        return 2;
    return flags & READ ? 1 : 0;
}

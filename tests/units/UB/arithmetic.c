int parity(unsigned x)
{
    unsigned square = (x & 0xff) * (x & 0xff);
    if (square % 4 == 3)    /* dead: true */
        return 1;           /* dead: code */
    if (square % 4 == 1)
        return 2;
    return 0;
}

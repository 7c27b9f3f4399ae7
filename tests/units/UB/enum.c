enum colour { RED, GREEN, BLUE };

int mixed(enum colour c)
{
    int v = c & 3;
    if (v > 3)              /* dead: true */
        return 1;           /* dead: code */
    return v == BLUE;
}

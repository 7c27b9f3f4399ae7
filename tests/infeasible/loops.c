/* Loops around and before dead branches. */

int fixed(int x)
{
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += 2;
    if (n != 8) /* dead: true */
        return 1; /* dead: code */
    return x == 9;
}

int counted(unsigned char n)
{
    int sum = 0;
    for (int i = 0; i < (n & 7); i++)
        sum += 3;
    if (sum == 10) /* dead: true */
        return 1; /* dead: code */
    if (sum == 21)
        return 2;
    return 0;
}

int dead_behind_endless_paths(const unsigned char *s)
{
    if (!s)
        return -1;
    int sum = 0;
    for (int i = 0; i < 6 && s[i]; i++)
        sum += s[i] & 1 ? 2 : 4;
    if (sum & 1) /* dead: true */
        return 1; /* dead: code */
    return 0;
}

int invariant(unsigned n)
{
    unsigned a = 0, b = 1;
    for (unsigned i = 0; i < (n & 3); i++) {
        a += 2;
        b += 2;
        if (a == b) /* dead: true */
            return 1; /* dead: code */
    }
    return 0;
}

int never_entered(int x)
{
    int steps = 0;
    if (x > 5)
        return 0;
    while (x > 5) { /* dead: true */
        x--; /* dead: code */
        steps++; /* dead: code */
    }
    return steps;
}

int never_twice(int x)
{
    do {
        x = x / 2;
    } while (x > 2000000000); /* dead: true */
    return x;
}

int sorted_pair(int a, int b, int c)
{
    int t;
    if (a > b) { t = a; a = b; b = t; }
    if (b > c) { t = b; b = c; c = t; }
    if (a > b) { t = a; a = b; b = t; }
    if (a > c) /* dead: true */
        return 1; /* dead: code */
    if (b > c) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

/* Loops whose iterations depend on inputs: sums, searches, nested ones, do-while, break and continue. */

int total(const int a[4])
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (a[i] < 0)
            continue;
        if (a[i] > 1000)
            break;
        sum += a[i];
    }
    return sum == 777;
}

int digits(unsigned v)
{
    int n = 0;
    do {
        n++;
        v /= 10;
    } while (v);
    return n == 9 ? 1 : n > 9 ? 2 : 0;
}

int grid(unsigned char w, unsigned char h)
{
    int n = 0;
    for (int y = 0; y < h && y < 5; y++)
        for (int x = 0; x < w && x < 5; x++)
            n += x ^ y;
    return n == 30;
}

int collatz(unsigned short n)
{
    int steps = 0;
    while (n > 1 && steps < 30) {
        n = n % 2 ? n * 3 + 1 : n / 2;
        steps++;
    }
    return steps == 17;
}

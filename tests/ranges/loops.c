// range: at: i is in 0..7
// range: down: j is in 1..10
// range: either: k is in -1..5
// range: past: n is in 8..8
/* Counters of loops, up and down, and what they are behind the loop. */

static int table[8];

static int at(int i)
{
    return table[i];
}

static int down(unsigned j)
{
    return 100 / (int)j;
}

static int either(signed char k)
{
    return k;
}

static int past(int n)
{
    return n;
}

int main(int argc, char **argv)
{
    int sum = 0, i;
    for (i = 0; i < 8; i++)
        sum += at(i);
    sum += past(i);
    for (unsigned j = 10; j > 0; j--)
        sum += down(j);
    sum += either(argc > 1 ? -1 : 5);
    return sum;
}

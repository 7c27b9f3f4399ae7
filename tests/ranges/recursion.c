// range: fall: n is in 0..20
// range: get: i is in 0..20
/* A function that calls itself, and what it returns. */

static int get(int i)
{
    return i;
}

static int fall(int n)
{
    if (n <= 0)
        return 0;
    return get(n) + fall(n - 1) + get(fall(0) & 1);
}

int main(void)
{
    return fall(20);
}

// range: inner: n is in 2..3
/* No `main`: what others can call may get anything, and what they can write may be anything. Not so what is static, unless it is
   called through a pointer. */

int shown = 3;

static int inner(int n)
{
    return n + shown;
}

static int by_pointer(int n)
{
    return n;
}

int (*pointer)(int) = by_pointer;

int outer(int n)
{
    return inner(n > 0 ? 2 : 3) + pointer(4) + by_pointer(5);
}

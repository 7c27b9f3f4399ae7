// Functions and variables with the names that tests and their runtime would take.
#define CHECK(x) ((x) ? 1 : 0)

struct crescendo { int result; };
int result;
int test_sign_returns_1(int n);
int expected(int result);

int sign(int n)
{
    if (n > 0)
        return 1;
    return n < 0 ? -1 : 0;
}

int test_sign_returns_1(int n)
{
    return sign(n) == 1 && CHECK(n);
}

int test_sign_returns_0_when_n_is_0;

int expected(int result)
{
    return result > 10 ? result - 10 : result;
}

int actual(struct crescendo *a, int object, int status)
{
    if (a && a->result == object)
        return status;
    return result;
}

int tests(int test, int i, int t)
{
    return test > 1 ? i : t;
}

int crescendo_tests_run(int check)
{
    return check == 6;
}

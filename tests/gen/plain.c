// expect add: branch 0/0, statement full, tests 1, stop complete
// expect nothing: branch 0/0, stop complete
// expect no_inputs: branch 2/2, stop complete
/* Functions without branches, without inputs, without a body. */

int add(int a, int b)
{
    int c = a + b;
    return c;
}

void nothing(void) {}

int no_inputs(void)
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += i;
    return n;
}

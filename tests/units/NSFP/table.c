struct op { char name; int (*run)(int, int); };

static int add(int a, int b) { return a + b; }
static int less(int a, int b) { return a < b; }

static struct op ops[] = {{'+', add}, {'<', less}};

int evaluate(char name, int a, int b)
{
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].name == name && ops[i].run)
            return ops[i].run(a, b) == 77 ? 1 : 2;
    return 0;
}

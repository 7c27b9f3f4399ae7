/* For `crescendo check`: a fault that main shows, one of a unit that nobody calls, one that is suppressed. */
static int table[4] = {1, 2, 3, 4};

int get(unsigned i)
{
    return table[i];
}

int ratio(int a, int b)
{
    if (a < 10)
        return 0;
    return a / b;
}

int first(const int *p)
{
    return *p; // crescendo: ignore(null-dereference) p is the start of an array
}

int main(int argc, char **argv)
{
    if (argc > 3)
        return 100 / (argc - 4);
    return argv[0] != 0;
}

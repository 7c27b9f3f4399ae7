/* Names of the program that tests use for variables of their own. */
#include <stdlib.h>
#include <string.h>

int result;

void set_result(int x)
{
    result = x + 1;
}

int set_both(int x)
{
    if (result == 12)
        return 1;
    result = x + 1;
    return x > 5 ? 7 : 9;
}

int *place(int x)
{
    return x > 3 ? &result : NULL;
}

int given(int *result)
{
    if (!result || *result <= 3)
        return 0;
    *result = 2;
    return 1;
}

/* A member of that name is nothing of the kind. */
struct interpreter {
    char *result;
    int count;
};

void start(struct interpreter *i)
{
    i->result = strdup("");
    i->count = 3;
}

// cflags: -Werror -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wold-style-definition -Wunused-macros
#include <stddef.h>

#define UNUSED(x) ((void)(x))

struct list { struct list *next; int value; };

size_t length(const struct list *all);
static int unused(int n) __attribute__((unused));
extern int ask(const char *question, int fallback);
int total(const struct list *all, int most);
int asked(void);

size_t length(const struct list *all)
{
    size_t n = 0;
    for (; all != NULL && n < 4; all = all->next)
        n++;
    return n;
}

static int unused(int n)
{
    return n == 9;
}

int total(const struct list *all, int most)
{
    int sum = 0;
    UNUSED(most);
    if (all != NULL && all->value > 0 && all->value < 1000)
        sum = all->value;
    return sum;
}

int asked(void)
{
    if (ask("sure?", 0) > 0)
        return 1;
    return 0;
}

struct pair { long first; long second; };

static void *shared;

static int sum(const struct pair *p)
{
    return p->first + p->second == 1000;
}

int total(void)
{
    if (shared && sum(shared))
        return 1;
    return 0;
}

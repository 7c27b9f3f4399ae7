/* A global `void *` is what the program casts it to. */
struct config { int level; char name[8]; };

void *settings;

int level(void)
{
    struct config *c = settings;
    if (!c)
        return -1;
    if (c->level == 42)
        return 1;
    if (c->name[0] == 'x')
        return 2;
    return 0;
}

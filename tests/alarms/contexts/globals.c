/* A limit in a global that nobody changes: its caller alone cannot know, the whole program does, for every argc. */

static int limit = 4;
static int buffer[4];

static int get(int i)
{
    return buffer[i]; //~ get out-of-bounds false proved; checked out-of-bounds false proved
}

int checked(int i)
{
    if (i >= 0 && i < limit)
        return get(i);
    return -1;
}

int main(int argc, char **argv)
{
    (void)argv;
    return checked(argc);
}

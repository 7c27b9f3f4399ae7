/* A limit in a global that nobody changes: its caller alone cannot know, the whole program does. */

static int limit = 4;
static int buffer[4];

static int get(int i)
{
    return buffer[i]; //~ get out-of-bounds false explored; checked out-of-bounds false explored
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

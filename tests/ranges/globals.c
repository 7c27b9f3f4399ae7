// range: level is in 0..3
// range: exported is in 5..9
// range: config.depth is in 1..8
// range: use: n is in 0..3
/* Globals hold what is stored anywhere. Not known: what an address gives away, arrays, what is volatile. */

struct config {
    int depth, shared;
    int many[4];
};

static int level;
int exported = 5;
static struct config config = {1, 2, {0}};
static int shared;
static volatile int outside;
static int many[4];

static void change(int *what)
{
    *what = 100;
}

static int use(int n)
{
    return n + many[1] + outside;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        level = argc & 3;
    exported = argc > 2 ? 9 : 6;
    if (argc > 2 && argc < 9)
        config.depth = argc;
    change(&shared);
    many[argc & 3] = argc;
    outside = 3;
    return use(level) + exported + config.depth + shared;
}

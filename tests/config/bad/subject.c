// What the bad configurations beside it speak of.
struct options {
    int depth;
    unsigned char level;
};

int fetch(unsigned char *buffer, unsigned length);

static int helper(int x) { return x > 3 ? 1 : 0; }

int work(int mode, const unsigned char *buffer, unsigned length, struct options *options, double factor) {
    unsigned char own[4] = {0};
    if (mode == 1)
        return helper(length) + fetch(own, 4);
    return options->depth > options->level && factor > 1.5 && buffer[0];
}

// expect classify: branch 2/4 unknown 2, reason an assumption on the inputs
// expect level_of: branch full
// What the configuration excludes is not covered, and not called infeasible either.
struct reading {
    int value;
    unsigned char level;
};

int classify(int x) {
    if (x > 16)
        return 3;
    if (x < 0)
        return -1;
    return x == 7;
}

int level_of(struct reading *r) {
    if (r->level > 3)
        return 0;
    return r->level == 2 ? r->value : 1;
}

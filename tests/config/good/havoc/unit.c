// expect plain: branch 3/4 unknown 1
// expect written: branch full
// A stub gives a fresh result; one that havocs also writes what it can reach.
static int state;
int read_plain(unsigned char *to, unsigned n);
int read_written(unsigned char *to, unsigned n);
static void change(void) { state = 4; }

int plain(void) {
    unsigned char own[4] = {1, 2, 3, 4};
    if (read_plain(own, 4) != 4)
        return 1;
    if (own[2] == 77)
        return 2;
    return 3;
}

int written(void) {
    unsigned char own[4] = {1, 2, 3, 4};
    if (read_written(own, 4) != 4)
        return 1;
    state = 0;
    change();
    return own[2] == 77 && state == 9;
}

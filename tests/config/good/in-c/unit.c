// expect count: branch full
// expect parse: branch 4/6 infeasible 2
// A stub and a driver in C, see stubs.c.
int next_token(int at);

int count(int n) {
    int all = 0;
    for (int i = 0; i < n; i++)
        all += next_token(i) == 8;
    return all == 3;
}

int parse(const char *text, int length) {
    if (length < 0)
        return -1;
    return length > 2 && text[2] == '!';
}

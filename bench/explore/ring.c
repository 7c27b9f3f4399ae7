/* A ring buffer driven by a list of commands: put, get, drop, peek; with wrap-around and overflow. */

enum { SIZE = 4 };

struct ring {
    int slot[SIZE];
    unsigned head, count;
    int lost;
};

static int put(struct ring *r, int v)
{
    if (r->count == SIZE) {
        r->lost++;
        return 0;
    }
    r->slot[(r->head + r->count) % SIZE] = v;
    r->count++;
    return 1;
}

static int get(struct ring *r, int *v)
{
    if (r->count == 0)
        return 0;
    *v = r->slot[r->head];
    r->head = (r->head + 1) % SIZE;
    r->count--;
    return 1;
}

/* Runs six commands; what they leave behind. */
int drive(const signed char commands[6])
{
    struct ring r = {{0}, 0, 0, 0};
    int sum = 0, v = 0;
    for (int i = 0; i < 6; i++) {
        int c = commands[i];
        if (c > 0) {
            if (!put(&r, c) && r.lost > 1)
                return -1;
        } else if (c == 0) {
            if (!get(&r, &v))
                return -2;
            sum += v;
        } else if (c == -1) {
            r.head = r.count = 0;
        } else {
            return -3;
        }
    }
    if (r.count == SIZE && r.head == 1)
        return sum > 100 ? 2 : 1;
    return sum == 77 && r.count == 0 ? 3 : 0;
}

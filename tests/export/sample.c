/* What the text formats are shown with: enumerators, floats, texts, lists, stubs, a fault. */

enum mode { OFF, SLOW = 3, FAST };

struct motor {
    enum mode mode;
    float speed;
    char name[4];
    struct motor *next;
};

extern int sensor(int id, const struct motor *m);

static int starts;

int drive(struct motor *m, int level)
{
    if (m->mode == FAST && m->speed > 2.5f)
        return -1;
    if (sensor(level, m) > 40 && m->next) {
        starts++;
        m->next->mode = SLOW;
        m->name[0] = 'x';
    }
    return starts;
}

static unsigned long long twice(unsigned long long n)
{
    return n > 5000000000ull ? 0 : 2 * n;
}

const char *word(const char *text)
{
    if (!text)
        return "none";
    return text[0] == '[' && twice((unsigned char)text[1]) == 194 ? text + 1 : text;
}

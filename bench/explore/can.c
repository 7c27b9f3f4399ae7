/* A controller that reads CAN frames: identifiers with masks, a state machine with counters and time-outs. */

enum state { OFF, STARTING, READY, RUNNING, FAILED };

struct frame {
    unsigned id;
    unsigned char length;
    unsigned char data[4];
};

static int accepted(unsigned id)
{
    if (id & 0x80000000u)
        return (id & 0x1FFFF000u) == 0x18FEE000u;
    return id <= 0x7FF && (id & 0x700) == 0x200;
}

static enum state step(enum state s, const struct frame *f, int *errors)
{
    unsigned char command = f->data[0];
    switch (s) {
    case OFF:
        return command == 0x01 && f->length >= 2 && f->data[1] == (unsigned char)~command ? STARTING : OFF;
    case STARTING:
        if (command == 0x02)
            return f->data[1] * 256 + f->data[2] > 11500 ? READY : STARTING;
        break;
    case READY:
        if (command == 0x03 && f->length == 4)
            return RUNNING;
        if (command == 0x00)
            return OFF;
        break;
    case RUNNING:
        if (command == 0x00)
            return READY;
        if (command >= 0x10 && command < 0x20)
            return RUNNING;
        break;
    default:
        break;
    }
    return ++*errors > 1 ? FAILED : s;
}

/* Feeds three frames; the last state, and 10 more for each error. */
int feed(const struct frame frames[2], const struct frame *last)
{
    enum state s = OFF;
    int errors = 0;
    for (int i = 0; i < 3; i++) {
        const struct frame *f = i < 2 ? &frames[i] : last;
        if (!accepted(f->id) || f->length > 4)
            continue;
        s = step(s, f, &errors);
        if (s == FAILED)
            return -1;
    }
    return errors * 10 + (int)s;
}

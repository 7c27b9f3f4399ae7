/* Counts what tests reach, for code that was made to (crescendo-program, native.rs). It is linked beside the tests' own
 * runtime, which says when a test has ended: what counts is what tests do that pass.
 *
 * CRESCENDO_GOALS names a file of the right size: a head of two words (goals, vectors at most), a byte for each goal, and the
 * vectors. Everything is in shared memory: a test that ends the program, however it does that, has told what it reached. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct vector {
    uint32_t decision;
    /* 0: none, 1: false, 2: true. */
    uint32_t result;
    uint64_t evaluated;
    uint64_t values;
};

struct file {
    uint64_t goals;
    uint64_t vectors;
    unsigned char bytes[];
};

/* Of one test. */
#define MOST_VECTORS 8192

unsigned char *crescendo_goal_map;
static struct file *total;
static struct vector *own;

static struct vector *vectors_of(struct file *f)
{
    return (struct vector *)(f->bytes + (f->goals + 7) / 8 * 8);
}

static void *shared(size_t size, int file)
{
    int flags = file < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED;
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, file, 0);
    if (p == MAP_FAILED)
        _exit(2);
    return p;
}

__attribute__((constructor(101))) static void begin(void)
{
    const char *name = getenv("CRESCENDO_GOALS");
    int file = name ? open(name, O_RDWR) : -1;
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0)
        _exit(2);
    total = shared((size_t)about.st_size, file);
    close(file);
    crescendo_goal_map = shared(total->goals + 1, -1);
    own = shared(MOST_VECTORS * sizeof *own, -1);
}

static uint64_t mixed(const struct vector *v)
{
    uint64_t h = v->decision * 2u + v->result;
    h = (h ^ v->evaluated) * 0x9e3779b97f4a7c15u;
    h = (h ^ v->values ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

static void add(struct vector *to, uint64_t room, const struct vector *v)
{
    uint64_t i, at = mixed(v);
    for (i = 0; i < room; i++) {
        struct vector *slot = &to[(at + i) % room];
        if (slot->result && memcmp(slot, v, sizeof *v) == 0)
            return;
        if (!slot->result) {
            *slot = *v;
            return;
        }
    }
}

/* Called by the tests' runtime: what a test reached counts if it passed. */
void crescendo_counted(int passed);
void crescendo_counted(int passed)
{
    uint64_t i;
    for (i = 0; passed && i < total->goals; i++)
        total->bytes[i] |= crescendo_goal_map[i];
    for (i = 0; i < MOST_VECTORS; i++)
        if (passed && own[i].result)
            add(vectors_of(total), total->vectors, &own[i]);
    memset(crescendo_goal_map, 0, total->goals);
    memset(own, 0, MOST_VECTORS * sizeof *own);
}

/* What nobody wrote is zero. */
void crescendo_zero(unsigned char *at, uint64_t size);
void crescendo_zero(unsigned char *at, uint64_t size)
{
    uint64_t i;
    for (i = 0; i < size; i++)
        at[i] = 0;
}

/* A condition of a decision of several was evaluated. `state` is the frame's: the next condition, those evaluated, their values. */
void crescendo_evaluated(uint64_t state[3], uint64_t value, uint32_t decision, uint32_t condition, uint32_t no, uint32_t yes);
void crescendo_evaluated(uint64_t state[3], uint64_t value, uint32_t decision, uint32_t condition, uint32_t no, uint32_t yes)
{
    uint32_t next = value ? yes : no;
    struct vector v;
    if (condition == 0)
        memset(state, 0, 3 * sizeof *state);
    else if (state[1] == 0 || state[0] != condition) {
        /* A jump into the middle. */
        state[1] = 0;
        return;
    }
    state[1] |= (uint64_t)1 << condition;
    state[2] |= (uint64_t)(value != 0) << condition;
    state[0] = next;
    if (next < 0x10000)
        return;
    memset(&v, 0, sizeof v);
    v.decision = decision;
    v.result = 1 + (next & 1);
    v.evaluated = state[1];
    v.values = state[2];
    add(own, MOST_VECTORS, &v);
    state[1] = 0;
}

/* A switch: its cases ascend, then comes the default. */
void crescendo_chose(uint64_t value, const uint64_t *cases, uint32_t count, uint32_t goal);
void crescendo_chose(uint64_t value, const uint64_t *cases, uint32_t count, uint32_t goal)
{
    uint32_t i = 0;
    while (i < count && cases[i] != value)
        i++;
    crescendo_goal_map[goal + i] = 1;
}

void crescendo_jumped(const void *address, const void *const *labels, uint32_t count, uint32_t goal);
void crescendo_jumped(const void *address, const void *const *labels, uint32_t count, uint32_t goal)
{
    uint32_t i;
    for (i = 0; i < count; i++)
        if (labels[i] == address)
            crescendo_goal_map[goal + i] = 1;
}

/* Two integers were compared: for equality (0), without (1) or with (2) sign. `places` has the number of the goal for each
 * difference from -1 to 1, a byte each, from 1. */
void crescendo_compared(uint64_t left, uint64_t right, uint32_t width, uint32_t order, uint32_t places, uint32_t goal);
void crescendo_compared(uint64_t left, uint64_t right, uint32_t width, uint32_t order, uint32_t places, uint32_t goal)
{
    uint64_t mask = width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
    uint64_t difference = (left - right) & mask, top = order == 2 ? (uint64_t)1 << (width - 1) : 0;
    int shift = difference == 0 ? 8 : difference == 1 ? 16 : 0;
    uint32_t place;
    if (difference > 1 && difference != mask)
        return;
    /* The smallest and the largest number lie one apart only if they wrap around. */
    if (difference && order && (((left ^ top) & mask) > ((right ^ top) & mask)) != (difference == 1))
        return;
    place = places >> shift & 0xff;
    if (place)
        crescendo_goal_map[goal + place - 1] = 1;
}

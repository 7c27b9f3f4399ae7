// runs: 300
// expect allocate: faults 1, fault bad-function-pointer
// expect place_of: reason function pointers are not tried
// expect measure: faults 1, fault bad-function-pointer
// expect run_job: fault division-by-zero
// expect made: note bound hit: function pointers are not tried
// expect is_last: branch full
/* What a function pointer is tried with: what the program puts there, not all that would fit its type. */

struct methods {
    char *(*alloc)(int);
    int (*size)(char *);
};

static char block[64];

static char *plain(int n)
{
    return n > 64 ? 0 : block;
}

static int length(char *p)
{
    return p == block ? 64 : 0;
}

/* It would fit `size`, and is used elsewhere. */
static int first(char *p)
{
    return 100 / (p - p);
}

struct methods methods = {plain, length};

/* Hands on: in its own place, it would call itself without end. */
char *allocate(int n)
{
    return methods.alloc(n);
}

int take(int n)
{
    char *p = allocate(n);
    if (!p)
        return -1;
    return 1;
}

int measure(char *p)
{
    if (methods.size(p) > 10)
        return 1;
    return 0;
}

char *(*const exported[])(int) = {allocate};
int (*const others[])(char *) = {first};

/* Whoever makes a job says what it does: it may be any that fits. */
struct job {
    int (*work)(char *);
};

void make_job(struct job *j, int (*work)(char *))
{
    j->work = work;
}

int run_job(struct job *j)
{
    return j->work(block);
}

#define ONE(n) static int f##n(int a) { return a + n; }
ONE(0) ONE(1) ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7) ONE(8) ONE(9)
ONE(10) ONE(11) ONE(12) ONE(13) ONE(14) ONE(15) ONE(16) ONE(17) ONE(18) ONE(19)
int (*const many[])(int) = {f0,  f1,  f2,  f3,  f4,  f5,  f6,  f7,  f8,  f9,
                            f10, f11, f12, f13, f14, f15, f16, f17, f18, f19};

/* More than are tried, but not where the unit names one. */
int is_last(int (*f)(int))
{
    if (f == f19)
        return 1;
    return 0;
}

/* A table names more functions than are tried: nothing is proved of the others. */
int place_of(int (*f)(int))
{
    for (int i = 0; i < 20; i++)
        if (f == many[i]) {
            if (i == 18)    /* hard: true */
                return 1;   /* hard: code */
            return 0;
        }
    return -1;
}

/* No stub gives a struct: what other functions would return is not known. */
struct pair {
    int a, b;
};

static struct pair one(int n)
{
    return (struct pair){1, n};
}

struct maker {
    struct pair (*make)(int);
};
struct maker maker = {one};

int made(int n)
{
    if (maker.make(n).a == 2)   /* hard: true */
        return 1;               /* hard: code */
    return 0;
}

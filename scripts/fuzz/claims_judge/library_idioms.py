"""Idioms that rest on what the library and the system may do: sizes of results, state from before, objects that come back."""


def compare_results(r, n):
    return ["string.h"], f"""
int order{n}(const char *a, const char *b) {{
    if (!a || !b) return -9;
    int c = strcmp(a, b);
    if (c == {r.choice([1, -1, 2, 5])}) return 1;
    if (c > 1) return 2;
    if (c < -1) return 3;
    int m = memcmp(a, b, 1);
    if (m > 1) return 4;
    if (m == -1) return 5;
    if (c == 0 && a != b) return 6;
    return 0;
}}"""


def realloc_same(r, n):
    return ["stdlib.h", "string.h"], f"""
struct vec{n} {{ int *items; int count; }};
int shrink{n}(struct vec{n} *v) {{
    if (!v || !v->items || v->count < 1) return -1;
    int *old = v->items, first = old[0];
    int *now = realloc(v->items, sizeof(int));
    if (!now) return -2;
    v->items = now;
    if (now[0] != first) return 1;
    if (v->count == {r.randint(2, 9)}) return 2;
    return 0;
}}
int none{n}(void) {{
    char *p = malloc(0);
    if (!p) return 1;
    free(p);
    char *q = calloc(3, 4);
    if (!q) return 2;
    int set = q[0] != 0;
    free(q);
    if (set) return 3;
    return 0;
}}"""


def mask_before(r, n):
    return ["sys/stat.h", "signal.h"], f"""
int mask{n}(void) {{
    mode_t old = umask({r.choice(['022', '077'])});
    if (old == 077) return 1;
    if (old == 022) return 2;
    if (umask(old) != {r.choice(['022', '077'])}) return 3;
    void (*h)(int) = signal(SIGUSR1, SIG_IGN);
    if (h == SIG_IGN) return 4;
    if (h == SIG_ERR) return 5;
    if (h != SIG_DFL) return 6;
    return 0;
}}"""


def options_state(r, n):
    return ["unistd.h"], f"""
int given{n}(void) {{
    if (optind > {r.randint(1, 3)}) return 1;
    if (opterr == 0) return 2;
    if (optarg) return 3;
    return 0;
}}"""


def rounding(r, n):
    return ["math.h"], f"""
int rounded{n}(int k) {{
    double x = k < 0 ? 2.5 : 3.5;
    long v = lrint(x);
    if (v == 3 && k < 0) return 1;
    if (v == 3) return 2;
    if (rint(-0.5) == -1) return 3;
    volatile double third = 1.0, three = 3.0;
    if (third / three * 3.0 != 1.0) return 4;
    return 0;
}}"""


def time_twice(r, n):
    return ["time.h"], f"""
int twice{n}(void) {{
    time_t a = time(0);
    time_t b = time(0);
    if (a != b) return 1;
    if (b < a) return 2;
    clock_t c = clock();
    if (c == (clock_t)-1) return 3;
    if (a == {r.choice(['0', '1000000000'])}) return 4;
    return 0;
}}"""


def errno_success(r, n):
    call = r.choice(['FILE *f = fopen("x", "r"); if (f) fclose(f);', 'int t = isatty(1); (void)t;', 'char *p = malloc(4); free(p);',
                     'fflush(stdout);', 'fputs("a", stderr);', 'perror("x");', 'remove("nothing");', 'getenv("HOME");'])
    return ["errno.h", "stdio.h", "stdlib.h", "unistd.h"], f"""
int quiet{n}(void) {{
    errno = 0;
    {call}
    if (errno == ENOMEM) return 1;
    if (errno == EACCES) return 2;
    if (errno) return 3;
    return 0;
}}
int kept{n}(int v) {{
    int saved = errno;
    {call}
    if (saved == {r.choice(['EINTR', 'EAGAIN', 'EINVAL'])}) return 1;
    if (errno != saved) return 2;
    errno = saved;
    return v > 3;
}}"""


def stream_before(r, n):
    return ["stdio.h"], f"""
int entered{n}(FILE *f) {{
    if (!f) return -1;
    if (feof(f)) return 1;
    if (ferror(f)) return 2;
    int c = getc(f);
    if (c == EOF && !feof(f)) return 3;
    if (c == 'q') return 4;
    if (c != EOF && ungetc(c, f) != c) return 5;
    if (c != EOF && feof(f)) return 6;
    return 0;
}}
int asked{n}(void) {{
    int c = getchar();
    if (c == EOF) {{
        if (ferror(stdin)) return 1;
        if (feof(stdin)) return 2;
        return 3;
    }}
    if (c == {r.choice(["'y'", "'n'", "10"])}) return 4;
    int d = getchar();
    if (d == EOF && c == 'x') return 5;
    return 0;
}}"""


def scanning(r, n):
    return ["stdio.h", "string.h"], f"""
int fields{n}(const char *s, int *a, int *b) {{
    if (!s || !a || !b) return -2;
    *a = 1;
    *b = 2;
    int k = sscanf(s, "%d{r.choice([',', ':', ' '])}%d", a, b);
    if (k == EOF) return -1;
    if (k == 0 && *a != 1) return 1;
    if (k == 1) return 2;
    if (k == 2 && *a > *b) return 3;
    if (k < 2 && *b != 2) return 4;
    return 0;
}}"""


def printing(r, n):
    return ["stdio.h", "string.h"], f"""
int shown{n}(char *to, const char *s, int v) {{
    if (!to || !s) return -1;
    int k = snprintf(to, {r.choice([4, 6, 8])}, "%s", s);
    if (k < 0) return 1;
    if (k > 5) return 2;
    if ((size_t)k != strlen(to)) return 3;
    if (to[0] == '-' && v == 3) return 4;
    return 0;
}}"""


def sort_ties(r, n):
    return ["stdlib.h"], f"""
struct tie{n} {{ int key; int id; }};
static int less{n}(const void *a, const void *b) {{ return ((const struct tie{n} *)a)->key - ((const struct tie{n} *)b)->key; }}
int ties{n}(int k) {{
    struct tie{n} t[3] = {{ {{ 1, 0 }}, {{ 1, 1 }}, {{ 0, 2 }} }};
    if (k < 0 || k > 2) return -1;
    t[k].key = {r.choice([0, 1])};
    qsort(t, 3, sizeof *t, less{n});
    if (t[0].key > t[1].key) return 1;
    if (t[0].key == t[1].key && t[0].id > t[1].id) return 2;
    if (t[2].key == 0) return 3;
    return 0;
}}"""


def sentinel(r, n):
    return ["stddef.h"], f"""
struct link{n} {{ struct link{n} *prev, *next; }};
struct node{n} {{ int v; struct link{n} link; }};
struct link{n} head{n};
int empty{n}(void) {{
    if (!head{n}.next) return -1;
    if (head{n}.next == &head{n}) return 1;
    if (head{n}.next == head{n}.prev) return 2;
    struct node{n} *e = (struct node{n} *)((char *)head{n}.next - offsetof(struct node{n}, link));
    if (&e->link == head{n}.prev) return 3;
    return 0;
}}
int insert{n}(struct node{n} *e) {{
    if (!e || !head{n}.next) return -1;
    e->link.next = head{n}.next;
    e->link.prev = &head{n};
    if (head{n}.next == &e->link) return 1;
    head{n}.next->prev = &e->link;
    head{n}.next = &e->link;
    if (e->link.prev != &head{n}) return {r.randint(2, 9)};
    return 0;
}}"""


def handlers(r, n):
    return [], f"""
typedef int (*handler{n})(int);
static handler{n} table{n}[2];
static int used{n};
int add{n}(handler{n} h) {{
    if (used{n} == 2) return -1;
    if (!h) return -2;
    if (used{n} && table{n}[0] == h) return 1;
    table{n}[used{n}++] = h;
    return 0;
}}
int fire{n}(int ev) {{
    int sum = 0;
    if (!used{n}) return -1;
    for (int i = 0; i < used{n}; i++) {{
        int v = table{n}[i](ev);
        if (v < 0) return 1;
        sum += v & 7;
    }}
    if (sum > {r.randint(7, 9)}) return 2;
    return 0;
}}"""


def machine(r, n):
    return [], f"""
enum st{n} {{ IDLE{n}, NUMBER{n}, DONE{n} }};
static enum st{n} state{n};
static int value{n};
void reset{n}(void) {{ state{n} = IDLE{n}; value{n} = 0; }}
int feed{n}(char c) {{
    switch (state{n}) {{
    case IDLE{n}:
        if (c >= '0' && c <= '9') {{
            state{n} = NUMBER{n};
            value{n} = c - '0';
            return 1;
        }}
        return 0;
    case NUMBER{n}:
        if (c == '\\n') {{
            state{n} = DONE{n};
            return 2;
        }}
        if (value{n} > {r.randint(5, 9)}) return 3;
        return 4;
    case DONE{n}:
        return 5;
    }}
    return -1;
}}"""


def references(r, n):
    return ["stdlib.h"], f"""
struct obj{n} {{ int refs; struct obj{n} *child; int v; }};
int put{n}(struct obj{n} *o) {{
    if (!o) return -1;
    if (o->refs < 1) return -2;
    struct obj{n} *c = o->child;
    int v = c ? c->refs : 0;
    o->refs--;
    if (c && c->refs != v) return 1;
    if (o->refs == 0) {{
        free(o);
        if (c) return c->v == {r.randint(1, 5)} ? 2 : 3;
        return 4;
    }}
    return 0;
}}"""


def hash_table(r, n):
    return ["string.h"], f"""
struct ent{n} {{ const char *key; int val; struct ent{n} *next; }};
struct ent{n} *buckets{n}[2];
int *lookup{n}(const char *key) {{
    if (!key) return 0;
    struct ent{n} *e = buckets{n}[(unsigned char)key[0] & 1];
    for (int i = 0; e && i < 3; i++, e = e->next) {{
        if (!e->key) return 0;
        if (e->key == key) return &e->val;
        if (strcmp(e->key, key) == 0) return &e->val;
    }}
    return 0;
}}
int link{n}(struct ent{n} *e) {{
    if (!e) return -1;
    if (buckets{n}[0] == e) return 1;
    if (buckets{n}[0] && buckets{n}[0] == buckets{n}[1]) return 2;
    e->next = buckets{n}[0];
    buckets{n}[0] = e;
    if (e->next == e) return 3;
    if (buckets{n}[1] == e) return {r.randint(4, 9)};
    return 0;
}}"""


def small_string(r, n):
    return ["string.h"], f"""
struct sso{n} {{ char *at; char in[8]; int len; }};
int assign{n}(struct sso{n} *d, const struct sso{n} *s) {{
    if (!d || !s || !s->at) return -1;
    *d = *s;
    if (s->at == s->in) {{
        d->at = d->in;
        if (d->at == s->at) return 1;
        return 2;
    }}
    if (d->at == d->in) return 3;
    d->len = {r.randint(1, 9)};
    if (s->len == d->len && d->at != s->at) return 4;
    return 0;
}}"""


def lazy_table(r, n):
    return [], f"""
static unsigned table{n}[4];
static int made{n};
static void make{n}(void) {{ for (unsigned i = 0; i < 4; i++) table{n}[i] = i * {r.randint(3, 9)}u; made{n} = 1; }}
unsigned *raw{n}(void) {{ return table{n}; }}
int code{n}(unsigned i) {{
    if (!made{n}) make{n}();
    if (table{n}[1] == 0) return 1;
    if (table{n}[i & 3] == 99) return 2;
    if (i == 2 && table{n}[2] < table{n}[1]) return 3;
    return 0;
}}"""


def last_error(r, n):
    return [], f"""
static const char *error{n};
static char text{n}[8];
const char *last{n}(void) {{ return error{n}; }}
int fail{n}(const char *why) {{
    if (error{n} && error{n} == why) return 1;
    if (error{n}) return 2;
    error{n} = why;
    return 0;
}}
int format{n}(int c) {{
    if (text{n}[0] == {r.choice(["'e'", "'a'"])}) return 1;
    text{n}[0] = (char)c;
    error{n} = text{n};
    return 0;
}}"""


def container(r, n):
    return ["stddef.h"], f"""
struct timer{n} {{ int due; struct timer{n} *next; }};
struct conn{n} {{ int fd; struct timer{n} timer; int closed; }};
struct timer{n} *timers{n};
int expire{n}(struct timer{n} *t) {{
    if (!t) return -1;
    struct conn{n} *c = (struct conn{n} *)((char *)t - offsetof(struct conn{n}, timer));
    if (timers{n} == t) return 1;
    if (t->next == t) return 2;
    t->due = {r.randint(1, 5)};
    if (timers{n} && timers{n}->due == t->due && timers{n}->next == t) return 3;
    if ((void *)c == (void *)timers{n}) return 4;
    return 0;
}}"""


def wrap_buffer(r, n):
    return [], f"""
struct wrap{n} {{ unsigned char data[4]; unsigned char *in, *out; }};
struct wrap{n} w{n};
int store{n}(unsigned char c) {{
    if (!w{n}.in || !w{n}.out) return -1;
    if (w{n}.in == w{n}.data + 4) w{n}.in = w{n}.data;
    if (w{n}.in == w{n}.out) return 1;
    unsigned char first = w{n}.data[0];
    *w{n}.in = c;
    if (w{n}.data[0] != first) return 2;
    if (w{n}.in == &w{n}.data[{r.randint(0, 3)}]) return 3;
    return 0;
}}"""


def literals(r, n):
    return ["string.h"], f"""
static const char *mode{n} = "off";
void turn{n}(int on) {{ mode{n} = on ? "on" : "off"; }}
int is{n}(const char *s) {{
    if (!s) return -1;
    if (s == mode{n}) return 1;
    if (mode{n}[1] == 'n') return 2;
    if (strcmp(s, mode{n}) == 0) return 3;
    if (s == "{r.choice(['off', 'on', 'auto'])}") return 4;
    return 0;
}}"""


def recursion(r, n):
    return [], f"""
struct dir{n} {{ int files; struct dir{n} *sub; }};
static int deepest{n};
int walk{n}(struct dir{n} *d, int depth) {{
    if (!d) return 0;
    if (depth < 0 || depth > {r.randint(3, 5)}) return -1;
    if (depth > deepest{n}) deepest{n} = depth;
    int f = d->files & 15;
    int s = walk{n}(d->sub, depth + 1);
    if (s < 0) return -2;
    if (deepest{n} > depth + 2) return 7;
    return f + s > 3;
}}"""


def out_parameters(r, n):
    return [], f"""
int divide{n}(int a, int b, int *q, int *rest) {{
    if (!q || !rest || b <= 0 || a < 0) return -1;
    *q = a / b;
    *rest = a % b;
    if (*q == a && b > 1 && a > 0) return 1;
    if (*rest >= b) return 2;
    if (*q * b + *rest != a) return 3;
    return {r.randint(4, 9)};
}}
int minmax{n}(const int *t, int len, int *lo, int *hi) {{
    if (!t || !lo || !hi || len < 1 || len > 3) return -1;
    *lo = *hi = t[0];
    for (int i = 1; i < len; i++) {{
        if (t[i] < *lo) *lo = t[i];
        if (t[i] > *hi) *hi = t[i];
    }}
    if (*lo > *hi) return 1;
    if (len == 1 && *lo != *hi) return 2;
    if (*lo != t[0] && len == 1) return 3;
    return 0;
}}"""


def divide_by_memory(r, n):
    return [], f"""
struct rate{n} {{ int per; int total; }};
struct rate{n} rate{n};
int scale{n}(struct rate{n} *a, int *b) {{
    if (!a || !b || a->per == 0) return 0;
    *b = 0;
    return 100 / a->per;
}}
int speed{n}(int *limit) {{
    if (!limit) return 0;
    rate{n}.per = {r.randint(1, 9)};
    *limit = 0;
    return rate{n}.total / rate{n}.per;
}}"""


def freed_twice(r, n):
    return ["stdlib.h"], f"""
struct part{n} {{ int v; struct part{n} *other; }};
void drop{n}(struct part{n} *a) {{
    if (!a || !a->other) return;
    struct part{n} *o = a->other;
    free(a);
    o->v = {r.randint(1, 9)};
}}
int swapped{n}(struct part{n} *a, struct part{n} **slot) {{
    if (!a || !slot || !*slot) return 0;
    a->other = 0;
    *slot = 0;
    if (a->other) return 1;
    return a->v > 3;
}}"""


def null_again(r, n):
    return [], f"""
struct holder{n} {{ int *p; struct holder{n} *up; }};
int through{n}(struct holder{n} *a, struct holder{n} *b) {{
    if (!a || !b || !b->p) return 0;
    a->p = 0;
    return *b->p;
}}
int cleared{n}(struct holder{n} *a) {{
    if (!a || !a->up || !a->p) return 0;
    a->up->p = 0;
    return *a->p + {r.randint(0, 3)};
}}"""


LIBRARY = [compare_results, realloc_same, mask_before, options_state, rounding, time_twice, errno_success, stream_before, scanning, printing,
           sort_ties, sentinel, handlers, machine, references, hash_table, small_string, lazy_table, last_error, container, wrap_buffer, literals,
           recursion, out_parameters, divide_by_memory, freed_twice, null_again]

"""What C programmers write, as functions with random holes: each gives the headers it needs and its text.

`n` is a suffix that keeps names apart. Conditions stand in `if`, `while`, `for` and `switch`, where csource.py sees them.
"""
from .library_idioms import LIBRARY


def list_remove(r, n):
    return [], f"""
struct item{n} {{ int key; struct item{n} *next; }};
struct item{n} *first{n}, *last{n};
int remove{n}(struct item{n} *it) {{
    struct item{n} *p, *before = 0;
    if (!it) return -1;
    for (p = first{n}; p && p != it; p = p->next) before = p;
    if (!p) return 0;
    if (before) before->next = it->next;
    else first{n} = it->next;
    if (last{n} == it) last{n} = before;
    if (before && before->next == before) return {r.randint(3, 9)};
    return first{n} == last{n};
}}
int append{n}(struct item{n} *it) {{
    if (!it) return -1;
    it->next = 0;
    if (!last{n}) {{
        first{n} = last{n} = it;
        return 0;
    }}
    last{n}->next = it;
    if (it->next) return 2;
    last{n} = it;
    return 1;
}}"""


def ring(r, n):
    return [], f"""
struct ring{n} {{ int v; struct ring{n} *prev, *next; }};
int unlink{n}(struct ring{n} *e) {{
    if (!e || !e->next || !e->prev) return 0;
    if (e->next == e) return 1;
    if (e->next == e->prev) return 2;
    e->next->prev = e->prev;
    e->prev->next = e->next;
    if (e->next == e->prev) return 3;
    return 4;
}}
int splice{n}(struct ring{n} *a, struct ring{n} *b) {{
    if (!a || !b || !a->next || !b->prev) return 0;
    struct ring{n} *t = a->next;
    a->next = b;
    b->prev->next = t;
    if (a->next != b) return {r.randint(5, 9)};
    if (t == b) return 3;
    return 1;
}}"""


def queue(r, n):
    size = r.choice([4, 8])
    return [], f"""
struct queue{n} {{ int items[{size}]; unsigned head, tail; }};
struct queue{n} q{n};
int push{n}(int v) {{
    if (q{n}.tail - q{n}.head == {size}) return -1;
    q{n}.items[q{n}.tail % {size}] = v;
    q{n}.tail++;
    if (q{n}.tail == q{n}.head) return 2;
    return 0;
}}
int pop{n}(int *to) {{
    if (!to || q{n}.head == q{n}.tail) return -1;
    *to = q{n}.items[q{n}.head % {size}];
    q{n}.head++;
    if (*to != q{n}.items[(q{n}.head - 1) % {size}]) return 3;
    return 0;
}}"""


def pool_alloc(r, n):
    size = r.randint(3, 5)
    return [], f"""
struct cell{n} {{ int used; int v; struct cell{n} *free; }};
static struct cell{n} cells{n}[{size}];
static struct cell{n} *list{n};
static int ready{n};
void init{n}(void) {{
    for (int i = 0; i < {size} - 1; i++) cells{n}[i].free = &cells{n}[i + 1];
    list{n} = cells{n};
    ready{n} = 1;
}}
struct cell{n} *take{n}(void) {{
    struct cell{n} *c;
    if (!ready{n}) init{n}();
    if (!list{n}) return 0;
    c = list{n};
    list{n} = c->free;
    if (c->used) return 0;
    c->used = 1;
    return c;
}}
int give{n}(struct cell{n} *c) {{
    if (!c) return -1;
    if (!c->used) return 1;
    if (c == list{n}) return 2;
    for (int i = 0; i < {size}; i++)
        if (c == &cells{n}[i]) return 3;
    c->used = 0;
    return 0;
}}"""


def text_buffer(r, n):
    return ["string.h", "stdlib.h"], f"""
struct text{n} {{ char *data; size_t length, room; }};
int add{n}(struct text{n} *t, const char *s) {{
    if (!t || !s || !t->data) return -1;
    size_t more = strlen(s);
    if (more > 4 || t->length > 4 || t->room < 16) return -2;
    memmove(t->data, s, more + 1);
    t->length = more;
    if (strlen(t->data) != more) return {r.randint(2, 5)};
    if (t->data == s) return 7;
    if (t->room != t->length + 4 && t->data[0] != s[0]) return 8;
    return 0;
}}"""


def options(r, n):
    return ["string.h"], f"""
static int verbose{n};
static const char *file{n};
int option{n}(const char *arg, const char *value) {{
    if (!arg || arg[0] != '-') return 0;
    if (strcmp(arg, "-v") == 0) {{
        verbose{n}++;
        if (verbose{n} > {r.randint(1, 2)}) return 5;
        return 1;
    }}
    if (strcmp(arg, "-f") == 0) {{
        if (!value) return -1;
        if (file{n}) return -2;
        file{n} = value;
        return 2;
    }}
    if (file{n} && file{n} == value) return 4;
    switch (arg[1]) {{
    case 'h': return 3;
    case '-': return arg[2] == 0 ? 6 : 7;
    }}
    return -3;
}}"""


def stdio_loop(r, n):
    return ["stdio.h", "errno.h"], f"""
int lines{n}(FILE *in) {{
    int c, count = 0, last = 0;
    if (!in) return -1;
    errno = 0;
    while ((c = fgetc(in)) != EOF) {{
        if (c == '\\n') count++;
        last = c;
        if (count > 3) return 3;
    }}
    if (ferror(in)) return -2;
    if (errno != 0) return {r.randint(4, 9)};
    if (last && last != '\\n') return count + 1;
    if (in == {r.choice(['stdin', 'stdout', 'stderr'])}) return 50;
    return count;
}}"""


def stdio_write(r, n):
    return ["stdio.h", "errno.h"], f"""
int report{n}(int v) {{
    errno = 0;
    {r.choice(['printf("%d", v);', 'puts("x");', 'putchar(65);', 'fprintf(stdout, "%d", v);', 'fputs("a", stdout);', 'fflush(stdout);'])}
    if (errno) return 2;
    if ({r.choice(['printf("%d", v) < 0', 'ferror(stdout)', 'fflush(stdout) != 0', 'puts("a") == EOF', 'putchar(10) == EOF'])}) return 3;
    return v > 3;
}}"""


def stdio_get(r, n):
    return ["stdio.h", "string.h"], f"""
int ask{n}(FILE *in, char *to) {{
    char line[16];
    if (!in || !to) return -1;
    {r.choice(['rewind(in);', 'clearerr(in);', ''])}
    if (!fgets(line, sizeof line, in)) {{
        if (feof(in)) return 1;
        return {r.randint(2, 4)};
    }}
    line[strcspn(line, "\\n")] = 0;
    if (line[0] == 0) return 5;
    if (strcmp(line, "quit") == 0) return 6;
    strcpy(to, "yes");
    if (line[0] != 'y' && strcmp(line, to) == 0) return 7;
    if (ungetc('z', in) != 'z') return 8;
    if (fgetc(in) != 'z') return 9;
    return 0;
}}"""


def callback(r, n):
    return [], f"""
typedef int (*visit{n})(void *ctx, int v);
struct range{n} {{ int from, to; }};
int each{n}(struct range{n} *g, visit{n} f, void *ctx) {{
    int sum = 0;
    if (!g || !f) return -1;
    if (g->to - g->from > 3 || g->from < 0 || g->to < 0) return -2;
    int to = g->to;
    for (int i = g->from; i < g->to; i++) {{
        int x = f(ctx, i);
        if (x < 0) return x;
        if (g->to != to) return {r.randint(90, 99)};
        sum = x;
    }}
    if (ctx == g) return 7;
    return sum > 5;
}}"""


def header_bits(r, n):
    return ["string.h"], f"""
struct head{n} {{ unsigned char version : 4, length : 4; unsigned char flags; unsigned short id; unsigned sum; }};
int check{n}(const struct head{n} *h, const unsigned char *bytes) {{
    unsigned char first;
    if (!h || !bytes) return -1;
    if (h->version != 4) return 1;
    memcpy(&first, h, 1);
    if ((first & 15) != 4) return 2;
    if (h->length < 5 && first >= 0x50) return 3;
    if (bytes == (const unsigned char *)h) return 4;
    if (h->flags & {1 << r.randint(0, 7)}) return 5;
    return 0;
}}"""


def tail_bits(r, n):
    return ["string.h"], f"""
struct tail{n} {{ unsigned a : {r.randint(1, 7)}, b : {r.randint(3, 9)}; int : 0; char c; }};
int tail{n}(struct tail{n} *t) {{
    unsigned v;
    unsigned char e[sizeof *t];
    if (!t) return 0;
    memcpy(&v, t, sizeof v);
    if (v >> 20) return 2;
    memcpy(e, t, sizeof e);
    if (e[sizeof e - 1]) return 3;
    if (t->c == 3 && e[4] != 3) return 4;
    return 1;
}}"""


def padding(r, n):
    kind = r.choice(["char c; int i;", "int i; char c;", "char c; long l;", "short s; int i; char c;", "double d; char c;", "char c; void *p;"])
    return ["string.h"], f"""
struct pad{n} {{ {kind} }};
struct pad{n} last{n};
int same{n}(struct pad{n} *p) {{
    if (!p) return -1;
    {"if (p->c != last%s.c) return 0;" % n}
    last{n}.c = p->c;
    struct pad{n} z;
    memset(&z, 0, sizeof z);
    z.c = p->c;
    if (memcmp(&z, p, {r.choice(['2', '4', 'sizeof z'])}) != 0) return 2;
    return 1;
}}
int fill{n}(int v) {{
    struct pad{n} a, b;
    memset(&b, 0, sizeof b);
    a = (struct pad{n}){{ 0 }};
    a.c = (char)v;
    b.c = (char)v;
    if (memcmp(&a, &b, sizeof a)) return 3;
    return 0;
}}"""


def message_union(r, n):
    return ["string.h"], f"""
enum kind{n} {{ NONE{n}, NUMBER{n}, TEXT{n} }};
struct msg{n} {{ enum kind{n} kind; union {{ int number; char text[8]; unsigned char raw[8]; }} u; }};
int handle{n}(struct msg{n} *m, struct msg{n} *reply) {{
    if (!m || !reply) return -1;
    reply->kind = NONE{n};
    switch (m->kind) {{
    case NUMBER{n}:
        reply->u.number = m->u.number + {r.randint(0, 2)} * 0;
        if (m->u.raw[0] == 7 && m->u.number != 7) return 3;
        reply->kind = NUMBER{n};
        break;
    case TEXT{n}:
        reply->u.text[0] = 'r';
        if (m->u.text[0] == 'r' && m->u.text[1] == 'q') return 4;
        reply->kind = TEXT{n};
        break;
    default:
        if (m->kind > TEXT{n}) return 5;
        return 1;
    }}
    if (m->kind == NONE{n}) return 6;
    return 0;
}}"""


def static_cache(r, n):
    return ["string.h"], f"""
int cached{n}(int key) {{
    static int keys[2], values[2], used;
    for (int i = 0; i < used; i++)
        if (keys[i] == key) return values[i];
    if (used == 2) {{
        used = 0;
        return -1;
    }}
    keys[used] = key;
    values[used] = key * {r.randint(0, 1)} + 1;
    used++;
    return 0;
}}
char *name{n}(int k) {{
    static char b[8] = "abc";
    if (b[0] == 'X') return 0;
    if (k == 2) b[1] = 'z';
    if (b[1] == 'z' && k == 5) return b + 1;
    if (strlen(b) == {r.choice([0, 2, 3])}) return 0;
    return b;
}}"""


def once(r, n):
    return [], f"""
static int started{n}, depth{n};
int start{n}(void) {{ if (started{n}) return -1; started{n} = 1; return 0; }}
void stop{n}(void) {{ started{n} = 0; }}
int work{n}(int v) {{
    if (!started{n}) return -1;
    if (depth{n} > 0) return 2;
    depth{n}++;
    if (v == {r.randint(3, 9)}) return 3;
    depth{n}--;
    return 0;
}}"""


def errno_parse(r, n):
    return ["errno.h", "stdlib.h", "limits.h"], f"""
int parse{n}(const char *s, long *to) {{
    char *end;
    if (!s || !to) return -1;
    errno = 0;
    long v = strtol(s, &end, {r.choice([0, 10, 16])});
    if (end == s) return 1;
    if (*end) return 2;
    if (errno == ERANGE) return 3;
    if (errno) return 4;
    *to = v;
    if (*s == 0) return 5;
    return v < 0 ? 6 : 0;
}}"""


def clock_use(r, n):
    call = r.choice(["gmtime", "localtime"])
    return ["time.h"], f"""
int day{n}(time_t t, struct tm *other) {{
    struct tm *a = {call}(&t);
    if (!a || !other) return -1;
    int year = a->tm_year;
    time_t zero = 0;
    struct tm *b = gmtime(&zero);
    if (!b) return -2;
    if (a != b) return 1;
    if (a->tm_year != year) return 2;
    if (other == b) return 3;
    if (b->tm_mon > 0) return 4;
    return 0;
}}
int late{n}(void) {{
    static time_t last;
    time_t now = time(0);
    if (now == (time_t)-1) return -1;
    if (now < last) return 2;
    if (last && now - last > {r.randint(5, 100)}) return 3;
    last = now;
    return 0;
}}"""


def jump(r, n):
    return ["setjmp.h"], f"""
static jmp_buf out{n};
static int inner{n}(int v) {{ if (v > {r.randint(2, 9)}) longjmp(out{n}, v); return v; }}
int guarded{n}(int v) {{
    volatile int step = 0;
    int k = setjmp(out{n});
    if (k == 0) {{
        step = 1;
        inner{n}(v);
        step = 2;
    }} else if (k < 0) {{
        return -1;
    }}
    if (step == 1) return 3;
    if (k == 10 && step == 2) return 4;
    return step;
}}"""


def varargs(r, n):
    return ["stdarg.h"], f"""
int total{n}(int count, ...) {{
    va_list ap;
    int sum = 0;
    if (count < 0 || count > 3) return -1;
    va_start(ap, count);
    for (int i = 0; i < count; i++) sum += va_arg(ap, int) & 7;
    va_end(ap);
    if (sum == {r.randint(1, 3)}) return 2;
    return sum > 2;
}}"""


def sorting(r, n):
    return ["stdlib.h"], f"""
struct rec{n} {{ int key, v; }};
static int calls{n};
static int by{n}(const void *a, const void *b) {{
    const struct rec{n} *x = a, *y = b;
    calls{n}++;
    if (x == y) return 0;
    return x->key < y->key ? -1 : x->key > y->key;
}}
int rank{n}(struct rec{n} *t, int key) {{
    if (!t) return -1;
    struct rec{n} want = {{ key, 0 }};
    qsort(t, 1, sizeof *t, by{n});
    struct rec{n} *f = bsearch(&want, t, 1, sizeof *t, by{n});
    if (!f) return 1;
    if (f->v == {r.randint(1, 9)}) return 2;
    if (calls{n} > 3) return 3;
    if (f != t) return 4;
    return 0;
}}"""


def environment(r, n):
    return ["stdlib.h", "string.h"], f"""
int level{n}(const char *fallback) {{
    const char *s = getenv("LEVEL{n}");
    if (!s) s = fallback;
    if (!s) return -1;
    if (s == fallback && *s == '9') return 1;
    if (strcmp(s, "debug") == 0) return 2;
    const char *again = getenv("LEVEL{n}");
    if (again && s != fallback && strcmp(s, again) != 0) return 3;
    if (again == fallback) return 4;
    return 0;
}}"""


def tokens(r, n):
    return ["string.h"], f"""
int words{n}(char *s) {{
    int count = 0;
    if (!s) return {r.choice(['-1', 'strtok(0, ",") ? 1 : 0'])};
    for (char *p = strtok(s, ",; "); p; p = strtok(0, ",; ")) {{
        count++;
        if (p == s && count > 1) return 5;
        if (*p == '=') return 6;
    }}
    return count;
}}
int more{n}(void) {{
    char *p = strtok(0, " ");
    if (p) return 2;
    return 0;
}}"""


def locales(r, n):
    return ["locale.h", "ctype.h", "string.h"], f"""
int point{n}(int c) {{
    struct lconv *l = localeconv();
    if (l->decimal_point[0] == ',') return 1;
    if (!setlocale(LC_ALL, 0)) return 2;
    if (strcmp(setlocale(LC_ALL, 0), "C") != 0) return 3;
    if (isalpha(c & 255) && c > 200 && c < 256) return 4;
    return 0;
}}"""


def tree(r, n):
    return [], f"""
struct tree{n} {{ int key; struct tree{n} *left, *right; }};
int depth{n}(struct tree{n} *t) {{
    if (!t) return 0;
    if (t->left && t->left == t->right) return -1;
    if (t->left && t->left->key > t->key) return -2;
    if (t->right && t->right->left == t) return -3;
    return 1;
}}
struct tree{n} *insert{n}(struct tree{n} *root, struct tree{n} *x) {{
    if (!root || !x) return x;
    x->left = x->right = 0;
    struct tree{n} **at = &root;
    for (int i = 0; *at && i < 3; i++) {{
        if (*at == x) return 0;
        at = x->key < (*at)->key ? &(*at)->left : &(*at)->right;
    }}
    if (*at) return root;
    *at = x;
    if (root->left == root) return 0;
    return root;
}}"""


def swap(r, n):
    t = r.choice(["int", "long", "unsigned char", "double", "short"])
    return [], f"""
int swap{n}({t} *a, {t} *b) {{
    if (!a || !b) return 0;
    {t} x = *a, y = *b;
    {r.choice(['*a = y; *b = x;', '*a = *a + 0; *b = x; *a = y;'])}
    if (*a != y) return 2;
    if (*b != x) return 3;
    return 1;
}}
int sum{n}({t} *t, int len, {t} *to) {{
    if (!t || !to || len < 0 || len > 3) return -1;
    *to = 0;
    for (int i = 0; i < len; i++) {{
        if (to == t + i) return 4;
        *to = *to + (t[i] & 1);
    }}
    if (len == 1 && *to > 1) return 5;
    return 0;
}}""".replace("(t[i] & 1)", "(t[i] > 0)")


def use_after(r, n):
    return ["stdlib.h"], f"""
struct box{n} {{ int v; struct box{n} *peer; }};
int drop{n}(struct box{n} *a, struct box{n} *b) {{
    if (!a || !b) return 0;
    int v = a->v;
    if (a == b) return 1;
    if (a->peer == b) {{
        b->peer = 0;
        if (a->peer->peer) return 2;
    }}
    b->v = v + 1 - 1;
    if (b->v != v) return 3;
    return {r.randint(4, 9)};
}}"""


def heap(r, n):
    return ["stdlib.h", "string.h"], f"""
int fresh{n}(int k) {{
    int *p = {r.choice(['malloc(32)', 'malloc(8 * sizeof *p)', 'realloc(0, 32)'])};
    if (!p) return -1;
    int old = p[{r.randint(0, 7)}] == {r.choice(['5', 'k', '1'])};
    free(p);
    if (old) return 2;
    return 0;
}}
char *copy{n}(const char *s) {{
    if (!s) return 0;
    char *t = strdup(s);
    if (!t) return 0;
    if (t == s) return 0;
    if (strcmp(t, s) != 0) return 0;
    if (t[0] == 'x' && s[1] == 'y') t[0] = 'X';
    return t;
}}"""


def system_calls(r, n):
    name, call, good = r.choice([
        ("access", 'access("/etc/x", 4)', "== 0"), ("unlink", 'unlink("x")', "== 0"), ("mkdir", 'mkdir("d", 0700)', "== 0"),
        ("rename", 'rename("a", "b")', "== 0"), ("chdir", 'chdir("/")', "== 0"), ("close", "close(fd)", "== 0"),
        ("fsync", "fsync(fd)", "== 0"), ("remove", 'remove("a")', "== 0"), ("utimes", 'utimes("a", 0)', "== 0"),
        ("isatty", "isatty(fd)", "== 1")])
    return ["errno.h", "fcntl.h", "unistd.h", "stdio.h", "sys/stat.h", "sys/time.h"], f"""
int sys{n}(int fd) {{
    errno = 0;
    if ({call} {good}) {{
        if (errno) return 1;
        return 2;
    }}
    if (errno == {r.choice(['ENOENT', 'EACCES', 'EIO', 'EINTR', 'ENOTTY', 'EBADF', 'EXDEV', 'EEXIST', 'EPERM'])}) return 3;
    if (errno == 0) return 4;
    return fd > 3;
}}"""


def read_write(r, n):
    return ["errno.h", "fcntl.h", "unistd.h"], f"""
int copy{n}(int from, int to) {{
    char b[16];
    ssize_t k = read(from, b, sizeof b);
    if (k < 0) {{
        if (errno == EINTR) return 1;
        if (errno == EAGAIN) return 2;
        return -1;
    }}
    if (k == 0) return 0;
    if (b[0] == '#') return 3;
    ssize_t w = write(to, b, (size_t)k);
    if (w < 0) return -2;
    if (w < k) return 4;
    if (from == to) return 5;
    return 6;
}}
int opened{n}(const char *name) {{
    if (!name) return -1;
    int fd = open(name, O_RDONLY);
    if (fd < 0) return errno == ENOENT ? 1 : 2;
    if (fd == {r.randint(3, 5)}) return 3;
    if (close(fd) != 0) return 4;
    return 0;
}}"""


def index_global(r, n):
    size = r.randint(3, 6)
    return [], f"""
struct slot{n} {{ int v, w; }} slots{n}[{size}];
int *cursor{n};
int put{n}(unsigned i, int v) {{
    if (i >= {size}) return -1;
    int first = slots{n}[0].v;
    slots{n}[i].{r.choice('vw')} = v;
    if (slots{n}[0].v != first) return 1;
    if (cursor{n} == &slots{n}[i].v) return 2;
    if (cursor{n} == &slots{n}[1].w) return 3;
    return 0;
}}
int seek{n}(int *p) {{
    for (int i = 0; i < {size}; i++)
        if (p == &slots{n}[i].{r.choice('vw')}) return i;
    return -1;
}}"""


def inner_pointer(r, n):
    return [], f"""
struct str{n} {{ char buf[8]; char *at; int left; }};
struct str{n} gs{n};
int put{n}(struct str{n} *s, char c) {{
    if (!s || !s->at || s->left < 1) return -1;
    int left = s->left;
    *s->at = c;
    if (s->left != left) return 1;
    if (s->buf[0] == c && c == 'q') return 2;
    if (s->at == s->buf) return 3;
    if (s->at >= s->buf && s->at < s->buf + 8) return 4;
    return 0;
}}
int gput{n}(char c) {{
    if (!gs{n}.at) return -1;
    gs{n}.buf[{r.randint(0, 3)}] = 'a';
    *gs{n}.at = c;
    if (c == 'b' && gs{n}.buf[0] == 'b' && gs{n}.at == gs{n}.buf) return 2;
    if (gs{n}.at == &gs{n}.buf[3]) return 3;
    return 0;
}}"""


def context(r, n):
    return [], f"""
struct sess{n} {{ int state; struct sess{n} *peer; void *user; }};
void *current{n};
int event{n}(int ev, void *arg) {{
    struct sess{n} *s = current{n};
    if (!s) return -1;
    if (ev == {r.randint(1, 4)}) {{
        struct sess{n} *o = arg;
        if (!o) return 1;
        if (o->peer == s) return 2;
        if (o == s) return 3;
        o->state = 5;
        s->state = 6;
        if (o->state == 6) return 4;
    }}
    if (s->user == s) return 5;
    return 0;
}}"""


def numbers_in_pointers(r, n):
    return ["stdint.h"], f"""
int tag{n}(void *p) {{
    uintptr_t u = (uintptr_t)p;
    if (u & 1) return 1;
    if (u == (uintptr_t)-1) return 2;
    if (u > 0 && u < {r.choice([16, 4096])}) return 3;
    {r.choice(['if ((intptr_t)u < 0) return 4;', 'if (p == (void *)-1) return 4;', 'if ((long)p == 42) return 4;'])}
    return 0;
}}"""


def void_function(r, n):
    return [], f"""
typedef int (*run{n})(int);
struct job{n} {{ void *code; int arg; }};
int run{n}_(struct job{n} *j) {{
    if (!j || !j->code) return -1;
    run{n} f = (run{n})j->code;
    int v = f(j->arg);
    if (v == 5) return 2;
    if (v < 0) return 3;
    return 0;
}}"""


def names_table(r, n):
    return ["string.h"], f"""
static const char *const names{n}[] = {{ "red", "green", "blue" }};
int color{n}(const char *s) {{
    if (!s) return -1;
    for (int i = 0; i < 3; i++) {{
        if (s == names{n}[i]) return 10 + i;
        if (strcmp(s, names{n}[i]) == 0) return i;
    }}
    return -2;
}}
int *const limits{n}(void) {{ static int l[2] = {{ 1, {r.randint(2, 9)} }}; return l; }}
int over{n}(int v) {{
    if (limits{n}()[1] == 42) return 2;
    if (v > limits{n}()[1]) return 1;
    return 0;
}}"""


def dispatch(r, n):
    return [], f"""
static int total{n};
static int add{n}(int *p) {{ total{n}++; return *p + 0; }}
static int clear{n}(int *p) {{ *p = 0; return 0; }}
static int get{n}(int *p) {{ return *p; }}
static int (*const table{n}[])(int *) = {{ add{n}, clear{n}, get{n} }};
int (*hook{n})(int *);
int act{n}(unsigned op, int *a, int *b) {{
    if (op > 2 || !a || !b) return -1;
    int x = *b, t = total{n};
    int v = table{n}[op](a);
    if (*b != x) return 1;
    if (op == 2 && total{n} != t) return 2;
    if (total{n} == {r.randint(2, 3)}) return 3;
    if (hook{n} && hook{n}(a) == 7) return 4;
    if (hook{n} == add{n}) return 5;
    return v > 9;
}}"""


def stub_state(r, n):
    return [], f"""
struct row{n} {{ int id; int value; struct row{n} *link; }};
struct row{n} *row_of{n}(int id);
void changed{n}(struct row{n} *);
int mode{n};
int transfer{n}(int from, int to, int amount) {{
    struct row{n} *a = row_of{n}(from), *b = row_of{n}(to);
    if (!a || !b || amount < 0 || amount > 99) return -1;
    if (a == b) return 1;
    int m = mode{n}, v = b->value;
    a->value = amount;
    if (b->value != v) return 2;
    changed{n}(a);
    if (a->value != amount) return 3;
    if (mode{n} != m) return 4;
    if (a->link == a) return 5;
    return 0;
}}"""


def exit_guard(r, n):
    return ["stdlib.h"], f"""
int fatal{n}(int code) {{
    static int dying;
    if (dying) return 42;
    if (code == 0) return 0;
    dying = 1;
    exit(code);
}}"""


def strings_overlap(r, n):
    return ["string.h"], f"""
int join{n}(char *to, const char *a, const char *b) {{
    if (!to || !a || !b) return -1;
    if (strlen(a) > 4 || strlen(b) > 4) return -2;
    char first = a[0];
    to[0] = {r.choice(["'x'", "b[0]", "0"])};
    if (a[0] != first) return 1;
    if (a == b) return 2;
    if (a == b + 1) return 3;
    if (to == a) return 4;
    if (memcmp(a, b, 1) == 0 && a[0] != b[0]) return 5;
    if (strcmp(a, b) == 0 && strlen(a) != strlen(b)) return 6;
    return 0;
}}"""


def bool_bytes(r, n):
    return ["stdbool.h", "string.h"], f"""
struct flags{n} {{ bool on; bool off; unsigned char raw; }};
int flags{n}(struct flags{n} *f) {{
    unsigned char b[3];
    if (!f) return 0;
    memcpy(b, f, 3);
    if (b[0] > 1) return 1;
    if (f->on && !b[0]) return 2;
    if (f->on == f->off && b[0] != b[1]) return 3;
    if (f->raw == {r.randint(0, 255)}) return 4;
    return 5;
}}"""


def floats(r, n):
    return ["math.h", "string.h"], f"""
int real{n}(double x, float *p) {{
    if (!p) return 0;
    if (x != x) return 1;
    float y = *p;
    if (y * 0.0f != 0.0f) return 2;
    unsigned u;
    memcpy(&u, p, sizeof u);
    if (y == 0.0f && u) return 3;
    if (x > {r.randint(0, 9)}.5 && x < 10) return 4;
    long double l = x;
    unsigned char b[sizeof l];
    memcpy(b, &l, sizeof b);
    if (b[12]) return 5;
    return 6;
}}"""


def random_numbers(r, n):
    return ["stdlib.h", "sys/random.h"], f"""
int dice{n}(void) {{
    unsigned char b[4];
    if (getrandom(b, sizeof b, 0) != 4) return -1;
    if (b[0] == {r.randint(1, 9)}) return 1;
    if (rand() % 6 == {r.randint(0, 5)}) return 2;
    if (rand() == rand()) return 3;
    return 0;
}}"""


def terminal(r, n):
    return ["termios.h", "unistd.h", "errno.h"], f"""
int echo{n}(int fd) {{
    struct termios t;
    errno = 0;
    if (tcgetattr(fd, &t) != 0) return errno == ENOTTY ? 1 : 2;
    if (t.c_lflag & ECHO) return 3;
    if (t.c_lflag & ICANON) return 4;
    return 0;
}}"""


def wiped(r, n):
    return ["string.h"], f"""
struct key{n} {{ unsigned char k[4]; int set; }};
struct key{n} *active{n};
static struct key{n} *shadow{n};
void use{n}(struct key{n} *k) {{ shadow{n} = k; }}
int wipe{n}(struct key{n} *k) {{
    if (!k) return -1;
    int set = active{n} ? active{n}->set : 0;
    memset(k, 0, sizeof *k);
    if (active{n} && active{n}->set != set) return 1;
    if (shadow{n} && shadow{n}->set && shadow{n} == k) return 2;
    if (shadow{n} == active{n} && shadow{n}) return 3;
    if (shadow{n}) return {r.randint(4, 9)};
    return 0;
}}"""


def by_value(r, n):
    return ["string.h"], f"""
struct pair{n} {{ char c; int *p; }};
int pair{n}(struct pair{n} a, struct pair{n} b) {{
    if (!a.p || !b.p) return 0;
    int old = *b.p;
    *a.p = {r.randint(1, 9)};
    if (*b.p != old) return 1;
    if (a.p == b.p) return 2;
    if (a.c == b.c && a.p == b.p && memcmp(&a, &b, sizeof a)) return 3;
    return 4;
}}"""


def matrix(r, n):
    return [], f"""
int grid{n}[3][3];
int row{n}(int (*rows)[3], int k) {{
    if (!rows || k < 0 || k > 2) return -1;
    grid{n}[1][1] = 0;
    rows[0][k] = 4;
    if (grid{n}[1][1] == 4) return 1;
    if (rows == grid{n}) return 2;
    if (rows[0] == grid{n}[2]) return 3;
    return 0;
}}
int cell{n}(int *p) {{
    if (!p) return -1;
    grid{n}[{r.randint(0, 2)}][1] = 1;
    *p = 2;
    if (grid{n}[0][1] == 2 && grid{n}[1][1] == 1) return 2;
    if (p == &grid{n}[2][2]) return 3;
    return 0;
}}"""


def double_pointer(r, n):
    return ["stdlib.h"], f"""
struct e{n} {{ int v; struct e{n} *next; }};
int detach{n}(struct e{n} **head, struct e{n} *e) {{
    if (!head || !e) return -1;
    struct e{n} **p = head;
    for (int i = 0; *p && *p != e && i < 3; i++) p = &(*p)->next;
    if (*p != e) return 0;
    *p = e->next;
    e->next = 0;
    if (*head == e) return 2;
    if (p == &e->next) return 3;
    if (*head && (*head)->v == {r.randint(1, 9)}) return 4;
    return 1;
}}"""


def counters(r, n):
    return [], f"""
struct stat{n} {{ long reads, writes, errors; }};
struct stat{n} stats{n}, *which{n};
static struct stat{n} local{n};
struct stat{n} *stats_of{n}(int mine) {{ return mine ? &local{n} : &stats{n}; }}
int bump{n}(int err) {{
    struct stat{n} *s = which{n} ? which{n} : &local{n};
    s->reads++;
    if (err) s->errors++;
    if (local{n}.errors > {r.randint(0, 2)}) return 1;
    if (s == &stats{n}) return 2;
    if (local{n}.writes) return 3;
    if (s == &local{n} && s->reads > 2) return 4;
    return 0;
}}"""


def long_list(r, n):
    return [], f"""
struct n{n} {{ int v; struct n{n} *next; }};
int length{n}(struct n{n} *p, struct n{n} *stop) {{
    int k = 0;
    struct n{n} *slow = p;
    while (p) {{
        if (p == stop) return -1;
        if (++k > {r.randint(4, 6)}) return -2;
        p = p->next;
        if (!(k & 1)) slow = slow->next;
        if (p && p == slow) return -3;
    }}
    return k;
}}"""


def signal_flag(r, n):
    return ["signal.h"], f"""
static volatile sig_atomic_t stop{n};
static void on{n}(int s) {{ stop{n} = s; }}
void (*handler{n}(void))(int) {{ return on{n}; }}
int loop{n}(int k) {{
    if (signal(SIGUSR1, on{n}) == SIG_ERR) return -1;
    for (int i = 0; i < 3; i++) {{
        if (stop{n}) return 2;
        if (k == i) raise(SIGUSR1);
    }}
    if (stop{n} == SIGUSR1) return 3;
    return 0;
}}"""


def configured(r, n):
    return ["string.h"], f"""
struct conf{n} {{ int level; char name[8]; struct {{ int x, y; }} at; }} conf{n};
int set{n}(int *p, const char *s) {{
    if (!p || !s) return -1;
    conf{n}.level = 0;
    *p = 1;
    if (conf{n}.level == 1) return 1;
    if (s == conf{n}.name) return 2;
    if (p == &conf{n}.at.{r.choice('xy')}) return 3;
    conf{n}.name[0] = 'k';
    if (s[0] == 'k' && s[1] == 'z') return 4;
    return 0;
}}"""


ALL = [list_remove, ring, queue, pool_alloc, text_buffer, options, stdio_loop, stdio_write, stdio_get, callback, header_bits, tail_bits,
       padding, message_union, static_cache, once, errno_parse, clock_use, jump, varargs, sorting, environment, tokens, locales, tree,
       swap, use_after, heap, system_calls, read_write, index_global, inner_pointer, context, numbers_in_pointers, void_function,
       names_table, dispatch, stub_state, exit_guard, strings_overlap, bool_bytes, floats, random_numbers, terminal, wiped, by_value,
       matrix, double_pointer, counters, long_list, signal_flag, configured,
       *LIBRARY]

"""Tiny functions with one question each: is this memory, this pointer or this answer what it was?

Large functions meet so many limits of an exploration that nothing is claimed of them. A probe has one source of pointers, one
way to write and one way to look, from tables that multiply.
"""

TYPES = {
    # name: (declaration of the type, a value, another, how a value is looked at through pointer P)
    "int": ("", "1", "2", "*{}"),
    "long": ("", "3", "4", "*{}"),
    "short": ("", "1", "7", "*{}"),
    "unsigned char": ("", "1", "5", "*{}"),
    "double": ("", "1.0", "2.0", "*{}"),
    "struct": ("struct t{n} {{ int v; int w; }};", "1", "2", "({})->v"),
    "inner": ("struct i{n} {{ int x; }}; struct t{n} {{ char c; struct i{n} in; }};", "1", "2", "({})->in.x"),
    "bits": ("struct t{n} {{ unsigned v : 3, w : 4; }};", "1", "2", "({})->v"),
    "array": ("struct t{n} {{ int a[3]; }};", "1", "2", "({})->a[1]"),
}


class Pointer:
    """Where a pointer to T comes from: declarations in front, parameters, lines at the start, the expression, whether it may be null."""

    def __init__(self, before="", params="", start="", expr="", null=True):
        self.before, self.params, self.start, self.expr, self.null = before, params, start, expr, null


def source(r, n, t, k):
    """A random source of a `t *`; k keeps two of them apart."""
    kind = r.choice(SOURCES)
    return kind(r, n, t, k)


SOURCES = [
    lambda r, n, t, k: Pointer(params=f"{t} *p{k}", expr=f"p{k}"),
    lambda r, n, t, k: Pointer(params=f"{t} *p{k}", expr=f"p{k}"),
    lambda r, n, t, k: Pointer(before=f"{t} *g{k}{n};", expr=f"g{k}{n}"),
    lambda r, n, t, k: Pointer(before=f"static {t} *s{k}{n};\nvoid use{k}{n}({t} *p) {{ s{k}{n} = p; }}", expr=f"s{k}{n}"),
    lambda r, n, t, k: Pointer(before=f"struct h{k}{n} {{ int n; {t} *p; }};", params=f"struct h{k}{n} *h{k}", start=f"if (!h{k}) return 0;", expr=f"h{k}->p"),
    lambda r, n, t, k: Pointer(before=f"struct h{k}{n} {{ int n; {t} *p; }} o{k}{n};", expr=f"o{k}{n}.p"),
    lambda r, n, t, k: Pointer(before=f"{t} *a{k}{n}[2];", expr=f"a{k}{n}[{r.randint(0, 1)}]"),
    lambda r, n, t, k: Pointer(before=f"struct v{k}{n} {{ {t} *p; int n; }};", params=f"struct v{k}{n} v{k}", expr=f"v{k}.p"),
    lambda r, n, t, k: Pointer(before=f"{t} v{k}{n};", expr=f"&v{k}{n}", null=False),
    lambda r, n, t, k: Pointer(before=f"{t} t{k}{n}[3];", expr=f"&t{k}{n}[1]", null=False),
    lambda r, n, t, k: Pointer(before=f"{t} t{k}{n}[3];", params=f"unsigned i{k}", start=f"if (i{k} > 2) return 0;", expr=f"&t{k}{n}[i{k}]", null=False),
    lambda r, n, t, k: Pointer(before=f"struct m{k}{n} {{ long n; {t} v; }} m{k}{n};", expr=f"&m{k}{n}.v", null=False),
    lambda r, n, t, k: Pointer(before=f"struct m{k}{n} {{ long n; {t} v; }};", params=f"struct m{k}{n} *m{k}", start=f"if (!m{k}) return 0;", expr=f"&m{k}->v", null=False),
    lambda r, n, t, k: Pointer(before=f"static {t} w{k}{n};\n{t} *get{k}{n}(void) {{ return &w{k}{n}; }}", expr=f"&w{k}{n}", null=False),
    lambda r, n, t, k: Pointer(params=f"void *q{k}", start=f"{t} *c{k} = q{k};", expr=f"c{k}"),
    lambda r, n, t, k: Pointer(before=f"void *g{k}{n};", start=f"{t} *c{k} = g{k}{n};", expr=f"c{k}"),
    lambda r, n, t, k: Pointer(params=f"{t} **pp{k}", start=f"if (!pp{k}) return 0;", expr=f"*pp{k}"),
    lambda r, n, t, k: Pointer(before=f"static {t} *id{k}{n}({t} *p) {{ return p; }}", params=f"{t} *p{k}", start=f"{t} *c{k} = id{k}{n}(p{k});", expr=f"c{k}"),
    lambda r, n, t, k: Pointer(params=f"{t} *p{k}", start=f"{t} *l{k}[2] = {{ p{k}, 0 }};", expr=f"l{k}[0]"),
    lambda r, n, t, k: Pointer(before=f"struct l{k}{n} {{ {t} v; struct l{k}{n} *next; }};", params=f"struct l{k}{n} *l{k}", start=f"if (!l{k} || !l{k}->next) return 0;", expr=f"&l{k}->next->v", null=False),
    lambda r, n, t, k: Pointer(before=f"union u{k}{n} {{ {t} *p; long n; }};", params=f"union u{k}{n} u{k}", expr=f"u{k}.p"),
    lambda r, n, t, k: Pointer(before=f"struct b{k}{n} {{ struct {{ {t} *p; }} in; }} b{k}{n};", expr=f"b{k}{n}.in.p"),
    lambda r, n, t, k: Pointer(params=f"{t} *p{k}", start=f"if (!p{k}) return 0;", expr=f"p{k}", null=False),
]


def written(r, n, t, q, value, place):
    """(declarations, statement): the object behind q becomes value."""
    look = place.format(q)
    if r.random() < 0.35:
        return "", f"{look} = {value};"
    ways = [
        ("", f"{{ {t} x = *({q}); {place.format('&x')} = {value}; *({q}) = x; }}"),
        ("", f"{{ {t} x = *({q}); {place.format('&x')} = {value}; memcpy({q}, &x, sizeof x); }}"),
        ("", f"{{ {t} x = *({q}); {place.format('&x')} = {value}; memmove({q}, &x, sizeof x); }}"),
        (f"static void put{n}({t} *p) {{ {place.format('p')} = {value}; }}", f"put{n}({q});"),
        (f"static void put{n}({t} *p) {{ {place.format('p')} = {value}; }}\nstatic void not{n}({t} *p) {{ (void)p; }}\n"
         f"static void (*const ops{n}[])({t} *) = {{ not{n}, put{n} }};", f"ops{n}[1]({q});"),
        (f"static void put{n}({t} *p) {{ {place.format('p')} = {value}; }}\nstatic void (*op{n})({t} *) = put{n};", f"op{n}({q});"),
        (f"static void put{n}(void *v) {{ {t} *p = v; {place.format('p')} = {value}; }}", f"put{n}({q});"),
        (f"struct ops{n} {{ void (*put)({t} *); }};\nstatic void put{n}({t} *p) {{ {place.format('p')} = {value}; }}\n"
         f"static const struct ops{n} vt{n} = {{ put{n} }};", f"vt{n}.put({q});"),
    ]
    if t in ("int",):
        ways += [("", f'sscanf("{value}", "%d", {q});'), ("", f"{{ int *x = {q}; int y[1] = {{ {value} }}; for (int i = 0; i < 1; i++) x[i] = y[i]; }}")]
    if t == "unsigned char":
        ways += [("", f"memset({q}, {value}, 1);"), ("", f"strncpy((char *){q}, \"\\{value}\", 1);")]
    return r.choice(ways)


def alias(r, n):
    kind = r.choice(list(TYPES))
    declared, one, two, place = TYPES[kind]
    t = kind if kind not in ("struct", "inner", "bits", "array") else f"struct t{n}"
    a, b = source(r, n, t, 1), source(r, n, t, 2)
    front = "\n".join(x for x in (declared.format(n=n) if declared else "", a.before, b.before) if x)
    params = ", ".join(x for x in (a.params, b.params) if x) or "void"
    lines = [x for x in (a.start, b.start) if x]
    guards = " || ".join("!" + (p.expr if p.expr[0] != "*" else f"*{p.expr[1:]}") for p in (a, b) if p.null)
    if guards:
        lines.append(f"if ({guards}) return 0;")
    look = place.format(a.expr)
    decl, write = written(r, n, t, b.expr, two, place)
    base = {"struct": "int", "inner": "int", "bits": "unsigned", "array": "int"}.get(kind, kind)
    way = r.random()
    name = f"alias{n}"
    if way < 0.3:
        lines += [f"{look} = {one};", write, f"if ({look} == {two}) return 2;"]
    elif way < 0.55:
        lines += [f"{base} old = {look};", write, f"if ({look} != old) return 2;"]
        if r.random() < 0.5 and kind != "double":
            lines.insert(-2, f"if (old == {two}) return 1;")
            lines[-1] = f"if ({look} == {two}) return 2;"
    elif way < 0.7:
        lines += [f"if ({a.expr} == {b.expr}) return 2;"] if a.expr.strip("&") != b.expr.strip("&") else ["return 3;"]
    elif way < 0.8 and kind not in ("double",):
        name = f"divided{n}"
        lines += [f"{look} = {one};", write.replace(f"= {two}", "= 0"), f"return 10 / (int){look};"]
        decl = decl.replace(f"= {two}", "= 0")
    elif way < 0.9:
        lines += [f"{t} copy = *({a.expr});", write, f"if (memcmp(&copy, {a.expr}, sizeof copy) != 0) return 2;"]
    else:
        name = f"indexed{n}"
        front += f"\nstatic const int table{n}[4] = {{ 1, 2, 3, 4 }};"
        if kind == "double":
            lines += [f"{look} = {one};", write, f"if ({look} == {two}) return 2;"]
        else:
            lines += [f"{look} = {one};", write.replace(f"= {two}", "= 7"), f"return table{n}[(int){look}];"]
            decl = decl.replace(f"= {two}", "= 7")
    body = "\n".join("    " + l for l in lines if l)
    return ["string.h", "stdio.h"], f"\n{front}\n{decl}\nint {name}({params}) {{\n{body}\n    return 1;\n}}\n"


def bytes_of(r, n):
    """A character pointer, or a pointer of another type, into an object."""
    holder = r.choice([f"int v{n};", f"struct b{n} {{ int a; short b; }} v{n};", f"long v{n}[2];", f"static int v{n};\nint *at{n}(void) {{ return &v{n}; }}",
                       f"char v{n}[8];", f"unsigned short v{n};"])
    look = {"struct": f"v{n}.{r.choice('ab')}", "long": f"v{n}[{r.randint(0, 1)}]", "char": f"v{n}[{r.randint(0, 2)}]"}.get(holder.split()[0], f"v{n}")
    pointer = r.choice(["char", "unsigned char", "signed char", "void"])
    write = r.choice(["*c = 1;", "memset(c, 1, 1);", "c[0] = 1;", "memcpy(c, \"\\1\", 1);"]).replace("c", "c")
    return ["string.h"], f"""
{holder}
int bytes{n}({pointer} *p) {{
    if (!p) return 0;
    {r.choice(['char', 'unsigned char'])} *c = (void *)p;
    {look} = 0;
    {write}
    if ({look} != 0) return 2;
    return 1;
}}"""


def state(r, n):
    """Something static that somebody else can change."""
    t = r.choice(["int", "unsigned", "short", "long", "char"])
    holder, x, other = r.choice([
        (f"static {t} x{n};", f"x{n}", f"void set{n}({t} v) {{ x{n} = v; }}"),
        (f"static {t} x{n};", f"x{n}", f"{t} *get{n}(void) {{ return &x{n}; }}"),
        (f"static {t} *h{n}(void) {{ static {t} v; return &v; }}", f"*h{n}()", f"void set{n}({t} v) {{ *h{n}() = v; }}"),
        (f"static {t} s{n}(int set, {t} v) {{ static {t} x; if (set) x = v; return x; }}", f"s{n}(0, 0)", f"void set{n}({t} v) {{ s{n}(1, v); }}"),
        (f"static struct {{ {t} a, b; }} x{n};", f"x{n}.b", f"void set{n}({t} v) {{ x{n}.b = v; }}"),
        (f"static {t} x{n}[3];", f"x{n}[1]", f"void set{n}(unsigned i, {t} v) {{ if (i < 3) x{n}[i] = v; }}"),
        (f"static {t} x{n}[3];", f"x{n}[2]", f"{t} *get{n}(void) {{ return x{n}; }}"),
        (f"static {t} x{n};\nstatic void w{n}({t} v) {{ x{n} = v; }}\nvoid (*const put{n})({t}) = w{n};", f"x{n}", f"void set{n}({t} v) {{ put{n}(v); }}"),
        (f"static {t} x{n};\nstatic void w{n}({t} v) {{ x{n} = v; }}\nstatic void (*const t{n}[])({t}) = {{ w{n}, w{n} }};", f"x{n}", f"void set{n}({t} v) {{ t{n}[v & 1](v); }}"),
        (f"static {t} *const x{n} = ({t}[]){{ 0, 1 }};", f"x{n}[0]", f"void set{n}({t} v) {{ x{n}[0] = v; }}"),
        (f"static {t} a{n}, *x{n} = &a{n};", f"*x{n}", f"void set{n}({t} v) {{ a{n} = v; }}"),
        (f"static {t} *x{n};", f"(x{n} ? *x{n} : 0)", f"void set{n}({t} *p) {{ x{n} = p; }}"),
        (f"static char b{n}[8] = \"off\";", f"b{n}[1]", f"char *name{n}(void) {{ return b{n}; }}"),
        (f"struct c{n} {{ {t} v; }};\nstatic struct c{n} x{n};", f"x{n}.v", f"void load{n}(const struct c{n} *c) {{ if (c) x{n} = *c; }}"),
        (f"struct c{n} {{ {t} v; }};\nstatic struct c{n} x{n};\nstruct c{n} *the{n} = &x{n};", f"x{n}.v", f"void nothing{n}(void) {{ }}"),
        (f"static {t} x{n};\nstruct w{n} {{ {t} *where; }} w{n} = {{ &x{n} }};", f"x{n}", f"void nothing{n}(void) {{ }}"),
    ])
    value = r.choice(["5", "3", "9", "'f'", "1"])
    return [], f"""
{holder}
{other}
int state{n}({r.choice(['void', 'int k'])}) {{
    if ({x} == {value}) return 2;
    return 1;
}}"""


def counted(r, n):
    """A function that remembers: calls, phases."""
    how = r.choice([f"static int c; c++; if (c == {r.randint(2, 4)}) return 2;", "static int on; on = !on; if (!on) return 2;",
                    "static int last; int was = last; last = k; if (was == 5) return 2;",
                    "static int *seen; if (seen && *seen == 3) return 2; seen = &kept{n};".replace("{n}", n),
                    "static int once; if (once) return 2; once = k > 3;", "static char b[4]; b[k & 3]++; if (b[2] == 2) return 2;",
                    "static const char *last; if (last && last[0] == 'x') return 2; last = k ? \"xyz\" : \"abc\";"])
    return [], f"""
int kept{n};
int counted{n}(int k) {{
    {how}
    return 1;
}}"""


def padded(r, n):
    shape = r.choice(["char c; int i;", "int i; char c;", "char c; long l;", "short s; long l;", "double d; char c;", "char c; double d;",
                      "char c; void *p;", "unsigned a : 3, b : 4;", "unsigned char a : 2; int i;", "unsigned long a : 33; char c;", "char c; long double l;",
                      "char a[3]; int i;", "char c; struct { short s; char d; } in; int i;", "long double l;", "_Bool b; int i;", "char c; union { int i; char d; } u;"])
    where = r.choice(["param", "global", "value", "array"])
    look = r.choice([
        "unsigned char b[sizeof *p]; memcpy(b, p, sizeof b); if (b[{k}]) return 2;",
        "if (((const unsigned char *)p)[{k}] == 7) return 2;",
        "unsigned sum = 0; for (unsigned i = 0; i < sizeof *p; i++) sum += ((const unsigned char *)p)[i] > 200; if (sum > {k}) return 2;",
        "struct p{n} z; memset(&z, 0, sizeof z); if (memcmp(p, &z, sizeof z) == 0) return 2;",
        "struct p{n} z; memset(&z, 0, sizeof z); if (memcmp((const char *)p + {k}, (const char *)&z + {k}, 1) != 0) return 2;",
    ]).format(k=r.randint(1, 7) if "long double" not in shape else r.randint(10, 15), n=n)
    if "a : 3" in shape:
        look = look.replace("[7]", "[3]").replace("[6]", "[2]").replace("[5]", "[1]").replace("[4]", "[3]").replace("+ 4", "+ 3").replace("+ 5", "+ 1").replace("+ 6", "+ 2").replace("+ 7", "+ 3")
    head = {"param": f"int padded{n}(const struct p{n} *p) {{\n    if (!p) return 0;", "global": f"struct p{n} g{n};\nint padded{n}(void) {{\n    struct p{n} *p = &g{n};",
            "value": f"int padded{n}(struct p{n} v) {{\n    struct p{n} *p = &v;", "array": f"struct p{n} g{n}[2];\nint padded{n}(unsigned i) {{\n    if (i > 1) return 0;\n    struct p{n} *p = &g{n}[i];"}[where]
    return ["string.h"], f"""
struct p{n} {{ {shape} }};
{head}
    {look}
    return 1;
}}"""


def unwritten(r, n):
    how = r.choice([
        "int *p = malloc(16); if (!p) return 0; int v = p[{k}]; free(p); if (v == 5) return 2;",
        "char *p = malloc(8); if (!p) return 0; p[0] = 'a'; int v = p[{k}]; free(p); if (v) return 2;",
        "struct u{n} *p = malloc(sizeof *p); if (!p) return 0; p->a = k; int v = p->b; free(p); if (v == 3) return 2;",
        "int *p = calloc(1, 4); if (!p) return 0; int *q = realloc(p, 16); if (!q) return 0; int v = q[{k}]; free(q); if (v) return 2;",
        "struct u{n} *p = malloc(sizeof *p), *q = malloc(sizeof *q); int d = 0; if (p && q) {{ p->a = q->a = p->b = q->b = k; d = memcmp(p, q, sizeof *p); }} free(p); free(q); if (d) return 2;",
        "struct u{n} s; s.a = k; s.b = 1; unsigned char b[sizeof s]; memcpy(b, &s, sizeof s); if (b[1]) return 2;",
        "struct u{n} s = {{ 1, k }}; unsigned char b[sizeof s]; memcpy(b, &s, sizeof s); if (b[2]) return 2;",
        "union {{ char c; int i; }} u; memset(&u, 0, sizeof u); u.c = (char)k; if (u.i > 255) return 2;",
        "long double l = k; unsigned char b[sizeof l]; memcpy(b, &l, sizeof l); if (b[{k10}]) return 2;",
    ]).format(k=r.randint(1, 3), n=n, k10=r.randint(10, 15))
    return ["stdlib.h", "string.h"], f"""
struct u{n} {{ char a; int b; }};
int unwritten{n}(int k) {{
    {how}
    return 1;
}}"""


CALLS = [  # (headers, parameters, call, type of the result, values to ask for, calls that are worth an errno question)
    (["stdio.h"], "", 'printf("x")', "int", ["< 0", "> 1", "== 1"], 1), (["stdio.h"], "", 'puts("a")', "int", ["< 0", "== 0"], 1),
    (["stdio.h"], "int k", "putchar(k)", "int", ["== -1"], 1), (["stdio.h"], "", "getchar()", "int", ["== -1", "== 'y'"], 1),
    (["stdio.h"], "FILE *f", "fgetc(f)", "int", ["== -1", "== 0"], 1), (["stdio.h"], "FILE *f", "fflush(f)", "int", ["!= 0"], 1),
    (["stdio.h"], "FILE *f", 'fputs("a", f)', "int", ["< 0"], 1), (["stdio.h"], "FILE *f", 'fprintf(f, "a")', "int", ["< 0"], 1),
    (["stdio.h"], "FILE *f", "ferror(f)", "int", ["!= 0"], 0), (["stdio.h"], "FILE *f", "feof(f)", "int", ["!= 0"], 0),
    (["stdio.h"], "FILE *f", "ungetc('a', f)", "int", ["== -1"], 0), (["stdio.h"], "FILE *f", "(int)fwrite(\"abc\", 1, 3, f)", "int", ["< 3"], 1),
    (["stdio.h"], "", 'remove("a")', "int", ["== 0", "!= 0"], 1), (["stdio.h"], "", 'rename("a", "b")', "int", ["== 0", "!= 0"], 1),
    (["time.h"], "", "time(0)", "long", ["== 0", "< 100", "== -1"], 0), (["time.h"], "", "clock()", "long", ["== -1", "== 0"], 0),
    (["stdlib.h"], "", "rand()", "int", ["== 7", "> 40000"], 0), (["stdlib.h"], "", 'getenv("A") != 0', "int", ["== 1", "== 0"], 0),
    (["stdlib.h"], "const char *s", "atoi(s)", "int", ["== 42", "< 0"], 1), (["stdlib.h"], "const char *s", "(int)strtol(s, 0, 10)", "int", ["== 5"], 1),
    (["unistd.h"], "", "getpid()", "int", ["== 1", "> 30000", "< 2"], 0), (["unistd.h"], "", "isatty(1)", "int", ["== 1", "== 0"], 1),
    (["unistd.h"], "", 'access("a", 0)', "int", ["== 0", "!= 0"], 1), (["unistd.h"], "int k", "close(k)", "int", ["== 0", "!= 0"], 1),
    (["unistd.h"], "", 'unlink("a")', "int", ["== 0", "!= 0"], 1), (["unistd.h"], "", 'chdir("/")', "int", ["== 0", "!= 0"], 1),
    (["unistd.h"], "int k", "fsync(k)", "int", ["== 0", "!= 0"], 1), (["sys/stat.h"], "", 'mkdir("a", 0700)', "int", ["== 0", "!= 0"], 1),
    (["sys/random.h"], "", "(int)({ char b[2]; getrandom(b, 2, 0); })", "int", ["!= 2", "== 2"], 1), (["sys/time.h"], "", 'utimes("a", 0)', "int", ["== 0", "!= 0"], 1),
    (["fcntl.h"], "", 'open("a", O_RDONLY)', "int", ["< 0", "== 0", "== 3"], 1), (["sys/stat.h"], "", "(int)umask(022)", "int", ["== 022", "== 077", "== 0"], 0),
    (["string.h"], "const char *a, const char *b", "strcmp(a, b)", "int", ["== 1", "== -1", "> 100", "== 25"], 0),
    (["string.h"], "const char *a, const char *b", "memcmp(a, b, 1)", "int", ["== 1", "== -1", "> 100"], 0),
    (["ctype.h"], "int k", "isalpha(k & 255)", "int", ["== 1", "> 1", "== 1024"], 0), (["ctype.h"], "int k", "toupper(k & 255)", "int", ["== 'A'", "> 200"], 0),
    (["ctype.h"], "", "isalpha(0xe9)", "int", ["!= 0"], 0), (["wchar.h", "stdlib.h"], "", '(int)mbstowcs(0, "\\303\\251", 0)', "int", ["== 1", "== -1"], 1),
    (["math.h"], "", "(int)rint(2.5)", "int", ["== 3", "== 2"], 0), (["math.h"], "double x", "(int)nearbyint(x)", "int", ["== 3"], 0),
    (["signal.h"], "", "signal(SIGUSR1, SIG_DFL) == SIG_IGN", "int", ["== 1"], 0), (["unistd.h"], "", "optind", "int", ["== 1", "> 1"], 0),
    (["locale.h"], "", "localeconv()->decimal_point[0]", "int", ["== ','", "== '.'"], 0), (["locale.h", "string.h"], "", 'strcmp(setlocale(LC_ALL, 0), "C")', "int", ["!= 0"], 0),
    (["string.h"], "", 'strtok(0, " ") != 0', "int", ["== 1"], 0), (["time.h"], "long k", "gmtime(&k)->tm_wday", "int", ["== 0", "> 6"], 0),
    (["stdlib.h"], "", "malloc(0) != 0", "int", ["== 0", "== 1"], 1), (["stdlib.h"], "", "MB_CUR_MAX > 1", "int", ["== 1"], 0),
    (["unistd.h"], "char *to", "(int)read(0, to, 3)", "int", ["== -1", "== 0", "== 2"], 1), (["unistd.h"], "", '(int)write(1, "abc", 3)', "int", ["== -1", "== 2", "== 0"], 1),
]


def answered(r, n):
    headers, params, call, t, values, worth = r.choice(CALLS)
    guard = "".join(f"    if (!{p.split('*')[1].strip()}) return 0;\n" for p in params.split(",") if "*" in p)
    kind = r.random()
    code = r.choice(["EINTR", "EIO", "ENOMEM", "EAGAIN", "ENOENT", "EBADF", "ERANGE", "ENOSPC", "EACCES", "EINVAL"])
    if kind < 0.4 or not worth:
        body = f"    {t} v = {call};\n    if (v {r.choice(values)}) return 2;"
    elif kind < 0.7:
        body = f"    errno = 0;\n    {call};\n    if (errno {r.choice(['!= 0', '== ' + code])}) return 2;"
    elif kind < 0.85:
        body = f"    int saved = errno;\n    {call};\n    if (saved == {code}) return 3;\n    if (errno != saved) return 2;"
    else:
        body = f"    {t} v = {call};\n    {t} w = {call};\n    if (v != w) return 2;"
    return [*headers, "errno.h"], f"""
int answered{n}({params or 'void'}) {{
{guard}{body}
    return 1;
}}"""


OBJECTS = [(["time.h"], "struct tm", "gmtime(&zero)", "tm_year", "70"), (["time.h"], "struct tm", "localtime(&zero)", "tm_mon", "0"),
           (["stdlib.h"], "char", 'getenv("A")', "", "'x'"), (["string.h"], "char", "strerror(2)", "", "'x'"), (["time.h"], "char", "ctime(&zero)", "", "'T'"),
           (["locale.h"], "char", "setlocale(LC_ALL, 0)", "", "'C'"), (["time.h"], "char", "asctime(gmtime(&zero))", "", "'T'")]


def library_object(r, n):
    headers, t, call, member, value = r.choice(OBJECTS)
    look = f"p->{member}" if member else "p[0]"
    way = r.choice([f"if (p == {call}) return 2;", f"{look} = 9; {call}; if ({look} == {value}) return 2;", f"{t} *q = {call}; {t} *w = {call}; if (q != w) return 2;",
                    f"{t} *q = {call}; if (!q) return 0; q{'->' + member if member else '[0]'} = 3; if ({look} == 3) return 2;" if "getenv" not in call and "setlocale" not in call else f"if (p == {call}) return 2;"])
    return headers + ["string.h"], f"""
int object{n}({t} *p) {{
    time_t zero = 0;
    (void)zero;
    if (!p) return 0;
    {way}
    return 1;
}}""".replace("time_t zero = 0;\n    (void)zero;\n    " if "time.h" not in headers else "\0", "")


def compared(r, n):
    """A pointer parameter, and what it might be equal to."""
    other, decl, t = r.choice([
        ("stdin", "", "FILE"), ("stdout", "", "FILE"), ("stderr", "", "FILE"), (f"&v{n}", f"int v{n};", "int"), (f"&v{n}[k & 3]", f"int v{n}[4];", "int"), (f"&v{n}.b", f"struct c{n} {{ int a, b; }} v{n};", "int"),
        (f"&v{n}[k & 1].b", f"struct c{n} {{ int a, b; }} v{n}[2];", "int"), (f"v{n}", f"char v{n}[8];", "char"), (f"v{n} + 3", f"char v{n}[8];", "char"), ('"abc"', "", "char"),
        (f"names{n}[k & 1]", f"static const char *const names{n}[] = {{ \"a\", \"b\" }};", "char"), ("(void *)-1", "", "void"), ("(void *)8", "", "void"), (f"(void *)h{n}", f"int h{n}(int x) {{ return x; }}", "void"),
        (f"v{n}.p", f"struct c{n} {{ int *p; }} v{n};", "int"), (f"*v{n}", f"int **v{n};", "int"), ("&errno", "", "int"), (f"s{n}", f"static int *s{n};\nvoid keep{n}(int *p) {{ s{n} = p; }}", "int"),
        (f"get{n}()", f"static int w{n};\nint *get{n}(void) {{ return &w{n}; }}", "int"), (f"s{n}", f"static char s{n}[4];\nchar *buf{n}(void) {{ return s{n}; }}", "char")])
    null = f"    if (!*v{n} || !v{n}) return 0;\n".replace(f"!*v{n} || !v{n}", f"!v{n}") if other.startswith("*") else ""
    how = r.choice([f"if (p == {other}) return 2;", f"if ({other} != p) return 1;", f"{t} *q = p;\n    if (q == {other}) return 2;"])
    return ["errno.h", "stdio.h"], f"""
{decl}
int compared{n}({t} *p, unsigned k) {{
{null}    if (!p) return 0;
    {how}
    return k > 3;
}}"""


def freed(r, n):
    """Memory that is gone under another name."""
    a, b = source(r, n, f"struct t{n}", 1), source(r, n, f"struct t{n}", 2)
    while not a.null:
        a = source(r, n, f"struct t{n}", 1)
    while not b.null:
        b = source(r, n, f"struct t{n}", 2)
    params = ", ".join(x for x in (a.params, b.params) if x) or "void"
    start = " ".join(x for x in (a.start, b.start) if x)
    return ["stdlib.h"], f"""
struct t{n} {{ int v; struct t{n} *next; }};
{a.before}
{b.before}
int freed{n}({params}) {{
    {start}
    if (!{a.expr} || !{b.expr}) return 0;
    free({a.expr});
    return {b.expr if b.expr[0] != '*' else '(' + b.expr + ')'}->v;
}}"""


def called(r, n):
    """Functions behind pointers."""
    how = r.choice([
        f"static int one{n}(void) {{ return 1; }}\nstatic int up{n}(void) {{ static int c; return ++c; }}\nstatic int (*const f{n}[])(void) = {{ up{n}, one{n} }};\n"
        f"int called{n}(unsigned i) {{\n    if (i > 1) return 0;\n    if (f{n}[i]() == 2) return 2;\n    return 1;\n}}",
        f"typedef int (*fn{n})(int);\nint called{n}(void *p) {{\n    if (!p) return 0;\n    if (((fn{n})p)(1) == 5) return 2;\n    return 1;\n}}",
        f"static int a{n}(int x) {{ return x; }}\nstatic int b{n}(int x) {{ return x + 1; }}\nstatic int (*now{n})(int) = a{n};\nvoid other{n}(void) {{ now{n} = b{n}; }}\n"
        f"int called{n}(int k) {{\n    if (k < 0 || k > 9) return 0;\n    if (now{n}(k) != k) return 2;\n    return 1;\n}}",
        f"static int a{n}(int x) {{ return x; }}\nint (*hook{n})(int) = a{n};\nint called{n}(int k) {{\n    if (!hook{n}) return 0;\n    if (hook{n} == a{n} && hook{n}(k) != k) return 2;\n    if (hook{n} != a{n}) return 3;\n    return 1;\n}}",
        f"struct v{n} {{ int (*get)(struct v{n} *); int x; }};\nstatic int g{n}(struct v{n} *v) {{ return v->x++; }}\nint called{n}(struct v{n} *a, struct v{n} *b) {{\n    if (!a || !b || a->get != g{n}) return 0;\n"
        f"    int old = b->x & 7;\n    a->x = 0;\n    a->get(a);\n    if ((b->x & 7) != old) return 2;\n    return 1;\n}}",
        f"#define X{n} 3\nstatic void set{n}(int *p) {{ *p = X{n}; }}\nstruct op{n} {{ const char *name; void (*run)(int *); }};\nstatic const struct op{n} ops{n}[] = {{ {{ \"set\", set{n} }} }};\n"
        f"int called{n}(int *a, int *b) {{\n    if (!a || !b) return 0;\n    *b = 1;\n    ops{n}[0].run(a);\n    if (*b == X{n}) return 2;\n    return 1;\n}}",
    ])
    return [], "\n" + how


def with_fault(r, n, probe):
    """The probe's goal leads to a division by zero in a function of its own: an alarm that `check` has to judge."""
    headers, text = probe(r, n)
    if "return 2;" not in text:
        return headers, text
    return headers, f"\nstatic int part{n}(int k) {{ return 100 / k; }}" + text.replace("return 2;", f"return part{n}(0);")


PROBES = [alias, alias, alias, alias, bytes_of, state, state, counted, padded, padded, unwritten, answered, answered, answered, library_object, compared, compared, freed, called]

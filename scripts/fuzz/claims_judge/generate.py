"""Random C: a file of small functions over shared types, globals, statics, helpers and stubs.

What matters is that code looks at memory again after something else may have changed it: values are kept, written through other
names, and compared. idioms.py adds what C programmers write, probes.py tiny questions; all are mixed in one file.
"""
import random
from . import idioms, probes

INTS = ["int", "unsigned", "short", "unsigned char", "long", "int", "char"]


class Module:
    def __init__(self, seed, functions, extra, small):
        self.r = random.Random(seed)
        self.lines = []
        self.structs = {}          # tag -> [(type, name, kind)]
        self.count = 0
        self.make(functions, extra, small)

    def pick(self, *items):
        return self.r.choice(items)

    def maybe(self, p=0.5):
        return self.r.random() < p

    def fresh(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    # ---- declarations ----
    def make(self, functions, extra, small):
        r = self.r
        out = ["#include <errno.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
        parts = []
        for i in range(r.randint(1, 3)):
            parts += self.struct(f"s{i}", i)
        self.int_globals, self.pointer_globals, self.objects, self.pools, self.statics = [], [], [], [], []
        for i in range(r.randint(1, 3)):
            t = self.pick(*INTS)
            self.int_globals.append((f"g{i}", t))
            parts.append(f"{t} g{i};" if self.maybe(0.8) else f"{t} g{i} = {r.randint(1, 9)};")
        tags = list(self.structs)
        for i in range(r.randint(0, 3)):
            tag = r.choice(tags)
            self.pointer_globals.append((f"gp{i}", tag))
            parts.append(f"struct {tag} *gp{i};")
        if self.maybe(0.5):
            tag = r.choice(tags)
            self.objects.append(("obj", tag))
            parts.append(f"struct {tag} obj;")
        if self.maybe(0.4):
            tag = r.choice(tags)
            self.pools.append(("pool", tag, r.randint(2, 5)))
            parts.append(f"struct {tag} pool[{self.pools[0][2]}];")
        self.tables = []
        if self.maybe(0.4):
            self.tables.append(("numbers", r.randint(2, 6)))
            parts.append(f"int numbers[{self.tables[0][1]}];")
        for i in range(r.randint(0, 2)):
            self.statics.append(f"st{i}")
            parts.append(f"static {self.pick('int', 'unsigned', 'long')} st{i};")
        self.int_pointers = []
        if self.maybe(0.3):
            self.int_pointers.append("gip")
            parts.append("int *gip;")
        if self.maybe(0.25):
            parts.append("void *gctx;")
            self.context = r.choice(tags)
        else:
            self.context = None
        parts += self.helpers()
        for i in range(functions):
            parts += self.function(f"f{i}")
        chosen = r.sample(idioms.ALL, extra) + [r.choice(probes.PROBES) for _ in range(small)]
        for i, idiom in enumerate(chosen):
            if i >= extra and self.maybe(0.3):
                headers, text = probes.with_fault(r, f"_{i}", idiom)
            else:
                headers, text = idiom(r, f"_{i}")
            out += [f"#include <{h}>" for h in headers if f"#include <{h}>" not in out]
            parts += text.strip("\n").split("\n")
        self.text = "\n".join(out + parts) + "\n"

    def struct(self, tag, i):
        r = self.r
        members = [(self.pick("int", "int", "short", "unsigned char", "long"), "v", "int")]
        if self.maybe(0.8):
            members.append((f"struct {tag} *", "next", "self"))
        if self.maybe(0.3):
            members.append((f"struct {tag} *", "prev", "self"))
        if i and self.maybe(0.6):
            members.append((f"struct s{r.randrange(i)} *", "other", "ptr"))
        if self.maybe(0.3):
            members.append(("int *", "p", "intptr"))
        if self.maybe(0.3):
            members.append(("char ", "name[8]", "text"))
        if self.maybe(0.25):
            members.append(("int ", "arr[3]", "array"))
        if self.maybe(0.3):
            members += [("unsigned ", "a : 3", "bits"), ("unsigned ", "b : 5", "bits")]
        if self.maybe(0.25):
            members.append(("int (*", "op)(int)", "fn"))
        if self.maybe(0.2):
            members.append(("union { int i; unsigned char b[4]; } ", "u", "union"))
        if self.maybe(0.3):
            members.append(("char", "c", "int"))
        r.shuffle(members)
        self.structs[tag] = members
        return [f"struct {tag} {{", *(f"    {t}{' ' if t[-1].isalnum() else ''}{n};" for t, n, _ in members), "};"]

    def helpers(self):
        r, out = self.r, []
        self.setters, self.calls, self.stubs = [], [], []
        tags = list(self.structs)
        if self.maybe(0.5):
            out.append("static void put(int *p, int v) { *p = v; }")
            self.setters.append("put({0}, {1})")
        if self.maybe(0.35):
            out += ["static void set1(int *p) { *p = 1; }", "static void keep(int *p) { (void)*p; }",
                    "static void (*const ops[])(int *) = { set1, keep };"]
            self.setters.append("ops[{2}]({0})")
        if self.maybe(0.35):
            tag = r.choice(tags)
            self.picker = tag
            out.append(f"static struct {tag} *pick(struct {tag} *a, struct {tag} *b, int k) {{ return k ? a : b; }}")
        else:
            self.picker = None
        if self.maybe(0.4):
            out.append(self.pick("static int count(void) { static int n; return ++n; }",
                                 "static int count(void) { static int n = 3; if (n > 0) n--; return n; }"))
            self.calls.append("count()")
        if self.maybe(0.3) and self.statics:
            out.append(f"void store(int v) {{ {self.statics[0]} = v; }}")
        if self.maybe(0.3) and self.statics:
            out.append(f"void *where(void) {{ return &{self.statics[-1]}; }}")
        if self.maybe(0.4):
            out.append("int ext(int);")
            self.stubs.append(("ext({0})", "int"))
        if self.maybe(0.3):
            out.append("void note(int *);")
            self.stubs.append(("note({1})", "void"))
        if self.maybe(0.35):
            self.finder = r.choice(tags)
            out.append(f"struct {self.finder} *find(int);")
        else:
            self.finder = None
        return out

    # ---- functions ----
    def function(self, name):
        r = self.r
        self.body, self.indent = [], 1
        self.pointers, self.ints, self.intptrs, self.texts, self.index, self.locals = [], [], [], [], [], []
        params = []
        tags = list(self.structs)
        letters = iter("abcdefgh")
        for _ in range(r.randint(0 if self.pointer_globals or self.objects else 1, 3)):
            kind = r.random()
            n = next(letters)
            if kind < 0.45:
                tag = r.choice(tags)
                params.append(f"struct {tag} *{n}")
                self.pointers.append((n, tag))
            elif kind < 0.65:
                params.append(f"int *{n}")
                self.intptrs.append(n)
            elif kind < 0.75:
                params.append(f"char *{n}")
                self.texts.append(n)
            elif kind < 0.85:
                tag = r.choice(tags)
                params.append(f"void *{n}v")
                self.body.append(f"struct {tag} *{n} = {n}v;")
                self.pointers.append((n, tag))
            else:
                params.append(f"char *{n}")
                self.texts.append(n)
        if self.maybe(0.7):
            params.append("int k")
            self.ints.append(("k", "int"))
        if self.maybe(0.2):
            params.append("int (*fn)(int)")
            self.call_fn = True
        else:
            self.call_fn = False
        for g, tag in self.pointer_globals:
            if self.maybe(0.6):
                self.pointers.append((g, tag))
        if self.context and self.maybe(0.4):
            self.body.append(f"struct {self.context} *x = gctx;")
            self.pointers.append(("x", self.context))
        self.intptrs += [p for p in self.int_pointers if self.maybe(0.6)]
        guarded = [p for p, _ in self.pointers] + self.intptrs + self.texts + (["fn"] if self.call_fn else [])
        if guarded:
            self.body.append("if (" + " || ".join("!" + g for g in guarded) + ") return 0;")
        self.ints += [g for g in self.int_globals if self.maybe(0.7)]
        self.ints += [(s, "long") for s in self.statics if self.maybe(0.5)]
        self.pointers += [("&" + o, t) for o, t in self.objects if self.maybe(0.7)]
        for o, t, n in self.pools:
            if self.maybe(0.6):
                self.pointers.append((f"&{o}[{r.randrange(n)}]", t))
        for o, n in self.tables:
            if self.maybe(0.6):
                self.intptrs.append(f"&{o}[{r.randrange(n)}]")
        self.olds = []
        for _ in range(r.randint(3, 7)):
            self.statement()
        for old, place in self.olds:
            if self.maybe(0.8):
                self.body.append(f"if ({place} != {old}) return {r.randint(2, 99)};")
        self.body.append(f"return {r.randint(0, 1)};")
        head = f"{'static ' if self.maybe(0.1) else ''}int {name}({', '.join(params) or 'void'}) {{"
        return [head, *("    " + l for l in self.body), "}"]

    def member(self, p, name):
        return f"{p[1:]}.{name}" if p.startswith("&") else f"{p}->{name}"

    def lvalues(self):
        """Places of integers, with their types."""
        out = [(n, t) for n, t in self.ints if n != "k"]
        for p, tag in self.pointers:
            for t, n, kind in self.structs[tag]:
                if kind == "int":
                    out.append((self.member(p, n), t))
                elif kind == "bits":
                    out.append((self.member(p, n[0]), "bits"))
                elif kind == "array":
                    out.append((self.member(p, f"arr[{self.r.randrange(3)}]"), "int"))
                elif kind == "union":
                    out.append((self.member(p, "u.i"), "int"))
                    out.append((self.member(p, f"u.b[{self.r.randrange(4)}]"), "unsigned char"))
                elif kind == "text":
                    out.append((self.member(p, f"name[{self.r.randrange(3)}]"), "char"))
        out += [(p[1:] if p.startswith("&") else "*" + p, "int") for p in self.intptrs]
        out += [(f"{s}[{self.r.randrange(2)}]", "char") for s in self.texts]
        return out

    def constant(self):
        return self.pick("0", "1", "2", "3", "5", "7", "9", "-1", "42", "100", "'x'")

    def value(self):
        places = [l for l, _ in self.lvalues()] + [n for n, _ in self.ints]
        if places and self.maybe(0.6):
            return self.r.choice(places)
        return self.constant()

    def same_type(self):
        """Two pointer expressions of one type, or nothing."""
        by = {}
        for p, t in self.pointers:
            by.setdefault(t, []).append(p)
            for _, n, kind in self.structs[t]:
                if kind == "self":
                    by[t].append(self.member(p, n))
        groups = [v for v in by.values() if len(v) > 1]
        if self.maybe(0.25) and len(self.intptrs) > 1:
            groups = [self.intptrs]
        if not groups:
            return None
        return self.r.sample(self.r.choice(groups), 2)

    def condition(self):
        r = self.r
        if self.maybe(0.35):
            two = self.same_type()
            if two:
                return f"{two[0]} {self.pick('==', '==', '!=')} {two[1]}"
        if self.maybe(0.15) and self.pools and any(t == self.pools[0][1] for _, t in self.pointers):
            p = r.choice([p for p, t in self.pointers if t == self.pools[0][1]])
            return f"{p} == &pool[{r.randrange(self.pools[0][2])}]" if self.maybe() or not self.has_k() else f"{p} == &pool[(unsigned)k % {self.pools[0][2]}]"
        if self.maybe(0.15) and self.texts:
            s = r.choice(self.texts)
            return self.pick(f'strcmp({s}, "ab") == 0', f"strlen({s}) > 2", f"{s}[0] == '-'", f"strchr({s}, ':') != 0")
        if self.maybe(0.1) and self.calls:
            return f"{r.choice(self.calls)} == {self.pick('1', '2', '3', '0')}"
        if self.maybe(0.08):
            return self.pick("errno == ERANGE", "errno != 0", "errno == EINTR")
        return f"{self.value()} {self.pick('==', '!=', '<', '>', '>=', '==')} {self.value() if self.maybe(0.3) else self.constant()}"

    def has_k(self):
        return ("k", "int") in self.ints

    def conditions(self):
        one = self.condition()
        if self.maybe(0.3):
            return f"{one} {self.pick('&&', '||')} {self.condition()}"
        return one

    def write(self):
        """A statement that changes some place."""
        r = self.r
        places = self.lvalues()
        kind = r.random()
        if kind < 0.12 and self.setters:
            targets = [p for p in self.intptrs] + ["&" + l for l, t in places if t == "int" and not l.startswith("*")]
            if targets:
                return r.choice(self.setters).format(r.choice(targets), self.constant(), "k & 1" if self.has_k() else "0") + ";"
        if kind < 0.2 and self.pointers:
            p, t = r.choice(self.pointers)
            return f"memset({p}, 0, sizeof *({p}));"
        if kind < 0.3:
            same = [(p, q) for p, t in self.pointers for q, u in self.pointers if t == u and p != q]
            if same:
                p, q = r.choice(same)
                return self.pick(f"memmove({p}, {q}, sizeof *({p}));", f"*({p}) = *({q});")
        if kind < 0.36 and self.texts:
            return self.pick(f"{r.choice(self.texts)}[{r.randrange(2)}] = {self.pick(chr(39) + 'x' + chr(39), '1', '5')};",
                             f'strcpy({r.choice(self.texts)}, "ab");')
        if kind < 0.42 and self.stubs:
            call, result = r.choice(self.stubs)
            args = [p for p in self.intptrs] or ["&" + self.int_globals[0][0]]
            if "note" in call and not self.intptrs and self.int_globals[0][1] != "int":
                return "g0 = 2;"
            return call.format("k" if self.has_k() else "1", r.choice(args)) + ";"
        if kind < 0.47 and self.pointers:
            p, t = r.choice(self.pointers)
            links = [n for _, n, kd in self.structs[t] if kd == "self"]
            same = [q for q, u in self.pointers if u == t]
            if links:
                return f"{self.member(p, r.choice(links))} = {r.choice([*same, '0'])};"
        if places:
            l, t = r.choice(places)
            op = self.pick("=", "=", "=", "+=", "^=") if t not in ("int", "long") else self.pick("=", "=", "^=")
            return f"{l} {op} {self.value() if self.maybe(0.3) else self.constant()};"
        return "errno = 0;"

    def keep(self):
        places = self.lvalues()
        if places:
            l, t = self.r.choice(places)
            old = self.fresh("old")
            self.body.append(f"{'unsigned' if t == 'bits' else t} {old} = {l};")
            self.olds.append((old, l))

    def statement(self):
        r = self.r
        kind = r.random()
        if kind < 0.22:
            self.keep()
            self.body.append(self.write())
        elif kind < 0.45:
            self.body.append(self.write())
        elif kind < 0.7:
            self.body.append(f"if ({self.conditions()}) return {r.randint(2, 99)};")
        elif kind < 0.76:
            self.body += [f"if ({self.conditions()}) {{", "    " + self.write(), "}"]
        elif kind < 0.82:
            heads = [(p, t) for p, t in self.pointers if any(kd == "self" and n == "next" for _, n, kd in self.structs[t]) and not p.startswith("&")]
            if heads:
                p, t = r.choice(heads)
                q = self.fresh("q")
                self.body += [f"struct {t} *{q} = {p}->next;", f"if (!{q}) return 1;"]
                self.pointers.append((q, t))
        elif kind < 0.86 and self.picker:
            same = [p for p, t in self.pointers if t == self.picker]
            if len(same) > 1:
                q = self.fresh("q")
                a, b = r.sample(same, 2)
                self.body.append(f"struct {self.picker} *{q} = pick({a}, {b}, {'k' if self.has_k() else '1'});")
                self.pointers.append((q, self.picker))
        elif kind < 0.9 and self.finder:
            q = self.fresh("q")
            self.body += [f"struct {self.finder} *{q} = find({r.randint(0, 3)});", f"if (!{q}) return 1;"]
            self.pointers.append((q, self.finder))
        elif kind < 0.93 and self.call_fn:
            v = self.fresh("v")
            self.body.append(f"int {v} = fn({self.pick('1', '2', 'k' if self.has_k() else '3')});")
            self.ints.append((v, "int"))
        elif kind < 0.95:
            v = self.fresh("n")
            self.body += [f"static int {v};", f"if (++{v} == {r.randint(2, 3)}) return {r.randint(2, 99)};"]
        elif kind < 0.97 and self.pools:
            p = [p for p, t in self.pointers if t == self.pools[0][1]]
            if p:
                self.body += [f"for (int i = 0; i < {self.pools[0][2]}; i++)", f"    if ({r.choice(p)} == &pool[i]) return {r.randint(2, 99)};"]
        elif self.has_k():
            cases = r.sample(range(0, 9), 2)
            self.body += ["switch (k) {", f"case {cases[0]}: {self.write()} break;", f"case {cases[1]}: return {r.randint(2, 99)};", "default: break;", "}"]


def text(seed, functions=2, extra=2, small=8):
    """A file of random functions, idioms and probes."""
    return Module(seed, functions, extra, small).text

"""Writes the native driver of a unit: fills, places and calls by C type. It knows nothing of how Crescendo drives units."""
import re
from dataclasses import replace
from pathlib import Path
from . import csource
from .answers import ANSWERS
from .csource import Type, spelled
from .features import BIT

RUNTIME = (Path(__file__).parent / "runtime.h").read_text()
READS = r"\b(stdin|getchar|scanf|gets|getline)\b"
WRITES = r"\b(stdout|stderr|printf|puts|putchar|perror|vprintf)\b"


def usable(t):
    return t.kind in ("int", "float", "bool", "ptr", "struct", "union", "opaque", "void", "array")


class Driver:
    def __init__(self, source):
        self.s = source
        self.plain = csource.blanked(source.text)
        self.types = {}          # key -> number of a place's type
        self.out = []            # functions, in order of need
        self.made = {}           # key -> name of the function that makes a pointer of that kind
        self.heads = []
        self.callbacks = {}
        self.prototypes = {}     # every stub, callback and answer: name -> prototype, for repro.py
        self.functions = [f for f in source.functions.values() if f.body and f.name not in ("main", "setup")]
        self.stubs = [f for f in source.functions.values() if not f.body and re.search(rf"\b{f.name}\b\s*[,(;)}}]", self.plain)]
        self.globals = [v for v in source.variables.values() if not v.static and not v.constant and self.simple(v.type)]
        self.answers = [n for n in ANSWERS if re.search(rf"\b{n}\s*\(", self.plain) and n not in source.functions]

    # ---- types ----
    def simple(self, t):
        while t.kind == "array":
            t = t.of
        return usable(t) and not (t.kind == "opaque")

    def key(self, t):
        """Types that may name the same object: signedness and const do not matter."""
        if t.kind == "int":
            return f"int{t.size}"
        if t.kind in ("ptr", "array"):
            return f"{t.kind}({self.key(t.of)}){t.count}"
        if t.kind == "fn":
            return "fn " + spelled(t)
        return t.name or t.kind

    def number(self, t):
        return self.types.setdefault(self.key(t), len(self.types) + 1)

    def members(self, t):
        return self.s.records.get(t.name, [])

    def emit(self, head, body):
        self.heads.append(head + ";")
        self.out.append(head + " {\n" + body + "}\n")

    def places(self, t):
        """The function that registers an object of this type and everything inside."""
        k = "places " + self.key(t)
        if k in self.made:
            return self.made[k]
        name = self.made[k] = f"drv_places_{len(self.made)}"
        me = spelled(Type("ptr", of=t), "at")
        body = f"    drv_place((void *)at, {self.number(t)}, how, object, name);\n"
        if t.kind == "struct" or t.kind == "union":
            if t.kind == "struct" and self.members(t):
                body += "    char inner[120] = \"\";\n    unsigned in = how & F_ALIAS ? (how & ~F_ALIAS) | F_INSIDE : how;\n"
                for m in self.members(t):
                    if m.bits or not self.simple(m.type):
                        continue
                    elem, access, loop = m.type, f"at->{m.name}", ""
                    if m.type.kind == "array":
                        if m.type.of.kind == "array" or not m.type.count:
                            continue
                        elem = m.type.of
                        body += (f"    for (int i = 0; i < (int)(sizeof {access} / sizeof *{access}) && i < 4; i++) {{ NAME(inner, \"%s.{m.name}[%d]\", name, i); "
                                 f"{self.places(elem)}(&{access}[i], in, object, inner); }}\n")
                        continue
                    body += f"    NAME(inner, \"%s.{m.name}\", name); {self.places(elem)}(&{access}, in, object, inner);\n"
        self.emit(f"static void {name}({me}, unsigned how, int object, const char *name)", body)
        return name

    def fill(self, t, owner=""):
        """The function that gives an object of this type a value, member by member. `owner`: the name views are known by."""
        k = f"fill {self.key(t)}" + (f" {spelled(t)} {owner}" if self.key(t).find("ptr") == 0 or t.kind == "int" else "")
        if k in self.made:
            return self.made[k]
        name = self.made[k] = f"drv_fill_{len(self.made)}"
        t = replace(t, const=False)
        me = spelled(Type("ptr", of=t), "at")
        self.heads.append(f"static void {name}({me}, const char *name, int depth);")
        body = ""
        if t.kind == "int":
            fmt = '"%s = %lld;", name, (long long)*at' if t.signed or t.size < 8 else '"%s = %lluu;", name, (drv_u64)*at'
            value = "drv_character()" if t.size == 1 else "drv_integer()"
            if t.size == 1:
                value = "choose(2) ? drv_character() : drv_integer()"
            body = f"    *at = ({t.name})({value}); SAY({fmt});\n"
        elif t.kind == "bool":
            body = ('    *at = choose(2); SAY("%s = %d;", name, *at);\n'
                    '    if ((drv_allowed & F_PADDING) && choose(4) == 0) { drv_features |= F_PADDING; memset(at, 2, 1); SAY("memset(&%s, 2, 1);", name); }\n')
        elif t.kind == "float":
            body = f'    *at = ({t.name})drv_real(); SAY("%s = %.17g;", name, (double)*at);\n'
        elif t.kind == "ptr":
            body = (f'    char e[120] = "0";\n    void *p = {self.pointer(t, owner)}(depth, e);\n    memcpy((void *)at, &p, sizeof p); '
                    'SAY("%s = (void *)%s;", name, e);\n')
        elif t.kind in ("struct", "union"):
            body = '    char inner[120] = "";\n'
            ms = [m for m in self.members(t) if self.simple(m.type) and m.name]
            if t.kind == "union" and ms:
                # A number where a pointer is read is a number in a pointer.
                pointers = [i for i, m in enumerate(ms) if m.type.kind == "ptr"]
                which = f"choose({len(ms)})"
                if pointers and len(pointers) < len(ms):
                    which = f"allow(F_NUMBER) ? {which} : {pointers[0]}"
                body += f"    switch ({which}) {{\n"
            for i, m in enumerate(ms):
                if t.kind == "union":
                    body += f"    case {i}:\n"
                if m.bits:
                    body += (f'    at->{m.name} = ({m.type.name})drv_integer(); SAY("%s.{m.name} = %lld;", name, (long long)at->{m.name});\n')
                else:
                    body += f'    NAME(inner, "%s.{m.name}", name); {self.fill(m.type, m.name)}(&at->{m.name}, inner, depth);\n'
                if t.kind == "union":
                    body += "    break;\n"
            body += "    }\n" if t.kind == "union" and ms else ""
            body = body.replace("case 0", "default: case 0", 1) if t.kind == "union" else body
        elif t.kind == "array":
            if t.of.kind == "int" and t.of.size == 1 and t.of.name == "char":
                body = ('    drv_text((char *)*at, (int)sizeof *at); SAY("strcpy(%s, %s);", name, drv_quoted((char *)*at));\n')
            else:
                body = ('    char inner[120] = "";\n    for (int i = 0; i < (int)(sizeof *at / sizeof **at); i++) {\n'
                        f'        NAME(inner, "%s[%d]", name, i);\n        {self.fill(t.of, owner)}(&(*at)[i], inner, depth);\n    }}\n')
        self.out.append(f"static void {name}({me}, const char *name, int depth) {{\n    (void)depth;\n{body}}}\n")
        return name

    # ---- pointers ----
    def views(self, owner):
        """The types that the unit uses a `void *` of this name as."""
        found = {}
        scope, _, name = owner.rpartition("@")
        name = re.escape(name)
        body = self.s.functions[scope].body if scope else None
        text = self.plain[body[0]:body[1]] if body else self.plain
        base = r"((?:const\s+)?(?:struct\s+\w+|union\s+\w+|unsigned char|unsigned int|unsigned|char|short|int|long|double|\w+_t))"
        for m in [*re.finditer(rf"\(\s*{base}\s*\*\s*\)\s*\(?(?:\w+(?:->|\.))*{name}\b", text),
                  *re.finditer(rf"{base}\s*\*\s*\w+\s*=\s*(?:\w+(?:->|\.))*{name}\s*[;,]", text)]:
            try:
                t = csource_type(self.s, m[1])
            except (SyntaxError, IndexError):
                continue
            found[self.key(t)] = t
        for d, t in self.s.typedefs.items():
            if t.kind == "ptr" and t.of.kind == "fn" and re.search(rf"\(\s*{d}\s*\)\s*(?:\w+(?:->|\.))*{name}\b", text):
                found["fn " + d] = t.of
        return list(found.values())

    def pointer(self, t, owner=""):
        to = t.of
        k = f"ptr {spelled(to)}" + (f" {owner}" if to.kind == "void" else "")
        if k in self.made:
            return self.made[k]
        name = self.made[k] = f"drv_ptr_{len(self.made)}"
        head = f"static void *{name}(int depth, char *e)"
        self.heads.append(head + ";")
        null = 'if (choose(6) == 0) { NAME(e, "0"); return 0; }'
        if to.kind == "fn":
            body = self.function_pointer(to)
        elif to.kind == "opaque" and to.name == "FILE":
            body = f"""    {null}
    if (allow(F_STANDARD)) switch (choose(3)) {{
    case 0: NAME(e, "stdin"); return stdin;
    case 1: NAME(e, "stdout"); return stdout;
    default: NAME(e, "stderr"); return stderr;
    }}
    return drv_open(e);
"""
        elif to.kind == "void":
            body = self.void_pointer(owner, null)
        elif to.kind == "int" and to.size == 1:
            body = f"""    {null}
    struct drv_place *p;
    if ((p = drv_pick({self.number(to)}, 0))) {{ NAME(e, "&%s", p->name); return p->at; }}
    if ((drv_allowed & F_BYTES) && choose(2) && (p = drv_pick(0, F_BYTES))) {{ NAME(e, "(char *)&%s", p->name); return p->at; }}
    if (drv_text_count > 1 && allow(F_LITERAL)) {{
        const char *l = drv_texts[choose(drv_text_count)]; NAME(e, "%s", drv_quoted(l)); return (void *)l; }}
    if ((drv_allowed & F_LIBRARY) && choose(3) == 0) {{ drv_features |= F_LIBRARY; NAME(e, "(char *)&errno"); return &errno; }}
    int id = ++drv_objects;
    char *o = drv_fresh(40, 0), n[120] = "";
    drv_text(o, choose(3) ? 10 : 36);
    LOG("D static char *o%d;\\n", id); SAY("o%d = calloc(40, 1); strcpy(o%d, %s);", id, id, drv_quoted(o));
    NAME(n, "o%d[0]", id); {self.places(to)}((void *)o, F_ALIAS, id, n);
    NAME(n, "o%d[1]", id); {self.places(to)}((void *)(o + 1), F_INSIDE, id, n);
    NAME(e, "o%d", id);
    return o;
"""
        elif to.kind in ("int", "float", "bool", "ptr", "struct", "union", "array") and self.complete(to):
            decl = spelled(Type("ptr", of=to), "o").replace("const ", "")
            logged = spelled(Type("ptr", of=to), "o%d").replace("const ", "")
            library = ""
            if to.kind == "int" and to.size == 4:
                library = ('    if ((drv_allowed & F_LIBRARY) && choose(3) == 0) { drv_features |= F_LIBRARY; '
                           'NAME(e, "&errno"); return &errno; }\n')
            most = 2 if to.kind in ("struct", "union") else 4
            body = f"""    {null}
    struct drv_place *p = drv_pick({self.number(to)}, 0);
    if (p) {{ NAME(e, "&%s", p->name); return p->at; }}
{library}    if (depth > 3) {{ NAME(e, "0"); return 0; }}
    int id = ++drv_objects, n = 1 + choose({most});
    {decl} = drv_fresh((size_t)n * sizeof *o, 0);
    char inner[120] = "";
    LOG("D static {logged};\\n", id); SAY("o%d = calloc(%d, sizeof *o%d);", id, n, id);
    if (allow(F_PADDING)) {{ NAME(inner, "o%d", id); drv_dirty((void *)o, (int)sizeof *o * n, inner); }}
    for (int i = 0; i < n; i++) {{ NAME(inner, "o%d[%d]", id, i); {self.places(to)}((void *)(o + i), i ? F_INSIDE : F_ALIAS, id, inner); }}
    if (drv_busy_count < 64) drv_busy[drv_busy_count++] = id;
    for (int i = 0; i < n; i++) {{ NAME(inner, "o%d[%d]", id, i); {self.fill(to, owner)}((void *)(o + i), inner, depth + 1); }}
    drv_busy_count--;
    NAME(e, "o%d", id);
    return (void *)o;
"""
        elif to.name == "struct tm":
            body = f"""    {null}
    if ((drv_allowed & F_LIBRARY) && choose(2)) {{ drv_features |= F_LIBRARY; time_t t = choose(1000000);
        NAME(e, "gmtime(&(time_t){{ %ld }})", (long)t); return gmtime(&t); }}
    int id = ++drv_objects;
    struct tm *o = drv_fresh(sizeof *o, 0);
    LOG("D static struct tm *o%d;\\n", id); SAY("o%d = calloc(1, sizeof *o%d);", id, id);
    o->tm_year = choose(200), o->tm_mon = choose(12), o->tm_mday = 1 + choose(28), o->tm_hour = choose(24);
    SAY("o%d->tm_year = %d, o%d->tm_mon = %d, o%d->tm_mday = %d, o%d->tm_hour = %d;", id, o->tm_year, id, o->tm_mon, id,
        o->tm_mday, id, o->tm_hour);
    NAME(e, "o%d", id);
    return o;
"""
        else:                                         # incomplete: an object nobody can look into
            body = f"""    {null}
    struct drv_place *p = drv_pick({self.number(to)}, 0);
    if (p) {{ NAME(e, "&%s", p->name); return p->at; }}
    int id = ++drv_objects;
    char *o = drv_fresh(16, 0), n[120] = "";
    LOG("D static char *o%d;\\n", id); SAY("o%d = calloc(16, 1);", id);
    NAME(n, "o%d[0]", id); drv_place(o, {self.number(to)}, F_ALIAS, id, n);
    NAME(e, "o%d", id);
    return o;
"""
        self.out.append(f"{head} {{\n    (void)depth;\n{body}}}\n")
        return name

    def complete(self, t):
        while t.kind == "array":
            t = t.of
        return t.kind not in ("struct", "union") or t.name in self.s.records

    def void_pointer(self, owner, null):
        views = self.views(owner)
        number = """    if (allow(F_NUMBER)) { long v = choose(3) ? (long)drv_constants[choose(drv_constant_count)] : -1 - choose(9);
        NAME(e, "%ldL", v); return (void *)v; }
"""
        body = f"    {null}\n{number}"
        fns = [v for v in views if v.kind == "fn"]
        data = [v for v in views if v.kind != "fn" and v.kind != "void"]
        for v in fns:
            body += f"    if (allow(F_FUNCTION)) return {self.pointer(Type('ptr', of=v))}(depth, e);\n"
        if len(data) > 1:
            body += "    drv_features |= F_VIEWS;\n"
        if data:
            body += f"    switch (choose({len(data)})) {{\n"
            for i, v in enumerate(data):
                body += f"    case {i}: return {self.pointer(Type('ptr', of=v), owner)}(depth, e);\n"
            return body + "    }\n    return 0;\n"
        return body + f"""    struct drv_place *p = drv_pick(0, 0);
    if (p) {{ NAME(e, "&%s", p->name); return p->at; }}
    return {self.pointer(Type('ptr', of=Type('int', 'char', size=1, signed=True)))}(depth, e);
"""

    def function_pointer(self, fn):
        cb = [self.callback(fn, i) for i in range(2)]
        mine = [f.name for f in self.functions if not f.static and spelled(f.type) == spelled(fn)]
        mine += [f.name for f in self.functions if not f.static and f.name not in mine and self.same(f.type, fn)]
        names = cb + mine
        body = '    if (choose(8) == 0) { NAME(e, "0"); return 0; }\n' + f"    switch (choose({len(names)})) {{\n"
        for i, n in enumerate(names):
            body += f'    case {i}: NAME(e, "{n}"); return (void *){n};\n'
        return body + "    }\n    return 0;\n"

    def same(self, a, b):
        return (self.key(a.of) == self.key(b.of) and len(a.params) == len(b.params)
                and all(self.key(p) == self.key(q) and p.signed == q.signed for (p, _), (q, _) in zip(a.params, b.params)))

    def callback(self, fn, i):
        k = (spelled(fn), i)
        if k not in self.callbacks:
            name = self.callbacks[k] = f"callback_{len(self.callbacks)}"
            self.stub(name, fn, True)
        return self.callbacks[k]

    # ---- stubs ----
    def stub(self, name, fn, static=False):
        params = tuple((t, f"a{i}") for i, (t, _) in enumerate(fn.params))
        proto = ("static " if static else "") + spelled(Type("fn", of=fn.of, params=params, varies=fn.varies), name)
        self.prototypes[name] = proto
        self.heads.append(proto + ";")
        body = f'    int before = drv_context; char e[120] = ""; (void)e; if (++drv_depth > 6) siglongjmp(drv_back, 3);\n'
        body += f'    drv_context = ++drv_contexts; LOG("B %d {name}\\n", drv_context); drv_steps += 50;\n'
        for t, n in params:
            if t.kind == "ptr" and not t.of.const and t.of.kind in ("int", "struct", "float", "ptr") and self.complete(t.of) and t.of.kind != "fn":
                if t.of.kind == "struct" and not self.members(t.of):
                    continue
                body += f'    if ({n} && allow(F_STUB)) {self.fill(t.of, "")}({n}, "(*{n})", 2);\n'
        if self.globals:
            body += f"    if (allow(F_STUB)) drv_one_global(choose({len(self.globals)}));\n"
        body += "    if (before == 0 && (drv_allowed & F_REENTRY) && choose(3) == 0) { drv_features |= F_REENTRY; int r = drv_recording; drv_recording = 0; drv_some_call(); drv_recording = r; }\n"
        body += self.result(fn.of)
        self.out.append(proto + " {\n" + body + "}\n")

    def result(self, t):
        end = 'LOG("E %d {0}\\n", drv_context{1}); drv_context = before; drv_depth--;'
        if t.kind == "void":
            return "    " + end.format("", "") + "\n"
        if t.kind == "ptr":
            return f"    void *r = {self.pointer(t)}(2, e);\n    " + end.format("%s", ", e") + "\n    return r;\n"
        decl = spelled(t, "r").replace("const ", "")
        if t.kind in ("int", "bool"):
            value = "choose(2)" if t.kind == "bool" else "drv_integer()"
            return f"    {decl} = ({t.name}){value};\n    " + end.format("%lld", ", (long long)r") + "\n    return r;\n"
        if t.kind == "float":
            return f"    {decl} = ({t.name})drv_real();\n    " + end.format("%.17g", ", (double)r") + "\n    return r;\n"
        return (f'    {decl}; memset(&r, 0, sizeof r); SAY("static {spelled(t, "r_")}; memset(&r_, 0, sizeof r_);"); {self.fill(t)}(&r, "r_", 2);\n    '
                + end.format("r_", "") + "\n    return r;\n")

    def answer(self, name):
        a = ANSWERS[name]
        self.prototypes["answer_" + name] = "static " + a.prototype
        self.heads.append("static " + a.prototype + ";")
        result = a.prototype.split("answer_")[0].strip()
        pointer = result.endswith("*")
        body = f'    int before = drv_context; char e[120] = ""; (void)e; drv_context = ++drv_contexts; LOG("B %d answer_{name}\\n", drv_context);\n'
        body += f"    {result} r = 0;\n    {a.body}\n"
        body += '    LOG("E %d {}\\n", drv_context, {}); drv_context = before;\n    return r;\n'.format(
            *(("%s", "e") if pointer else ("%lld", "(long long)r")))
        self.out.append("static " + a.prototype + " {\n" + body + "}\n")

    # ---- calls ----
    def call(self, f, number):
        body = '    char e[16][120]; int id = 0; (void)id; (void)e;\n'
        args, logged, values = [], [], []
        for i, (t, n) in enumerate(f.type.params):
            if t.kind == "ptr":
                body += f"    void *p{i} = {self.pointer(t, f.name + '@' + n)}(0, e[{i}]);\n"
                args.append(f"p{i}")
                logged.append("(void *)%s")
                values.append(f"e[{i}]")
            elif t.kind in ("int", "bool", "float"):
                expr = {"int": "drv_integer()", "bool": "choose(2)", "float": "drv_real()"}[t.kind]
                if t.kind == "int" and t.size == 1:
                    expr = "drv_character()"
                if t.kind == "int" and re.fullmatch(r"n|len|length|size|count|num|\w*_(?:len|n|count)", n) and choose_small(f, i):
                    expr = "choose(4)"
                body += f"    {spelled(t, f'p{i}').replace('const ', '')} = ({t.name}){expr};\n"
                args.append(f"p{i}")
                logged.append("%.17g" if t.kind == "float" else "%lldLL" if t.size == 8 else "%lld")
                values.append(f"(double)p{i}" if t.kind == "float" else f"(long long)p{i}")
            elif t.kind in ("struct", "union") and self.complete(t):
                decl = spelled(t, f"p{i}")
                body += (f"    {decl}; int v{i} = ++drv_objects; memset(&p{i}, 0, sizeof p{i}); "
                         f'LOG("D static {spelled(t, "o%d")};\\n", v{i});\n'
                         f'    if (allow(F_PADDING)) {{ NAME(e[{i}], "&o%d", v{i}); drv_dirty(&p{i}, sizeof p{i}, e[{i}]); }}\n'
                         f'    NAME(e[{i}], "o%d", v{i}); {self.fill(t)}(&p{i}, e[{i}], 1);\n')
                args.append(f"p{i}")
                logged.append("%s")
                values.append(f"e[{i}]")
            else:
                return False
        if f.type.varies:
            args += ["1", "0", "2"]
            logged += ["1", "0", "2"]
        call = f"{f.name}({', '.join(args)})"
        words = f"{f.name}({', '.join(logged)})"
        more = "".join(", " + v for v in values)
        dirty = "    if (fills) { if (allow(F_DIRTY)) { int v = (int)drv_integer(); SAY(\"dirty(%d);\", v); drv_stack(v); } else drv_stack(0); }\n"
        to = f.type.of
        if to.kind == "ptr" and to.of.kind not in ("fn", "void", "opaque") and self.complete(to.of):
            decl = spelled(to, "r").replace("const ", "")
            body += f'    if (!fills) {{ id = ++drv_objects; LOG("D static {spelled(to, "o%d").replace("const ", "")};\\n", id); SAY("o%d = (void *){words};", id{more}); }}\n'
            body += f'    else {{ SAY("{words};"{more}); }}\n' + dirty
            body += f"    {decl} = (void *){call};\n"
            body += f'    if (!fills && r) {{ char n[120] = ""; NAME(n, "o%d[0]", id); {self.places(to.of)}((void *)r, F_RETURNED, id, n);\n'
            if not to.of.const:
                body += f'        if ((drv_allowed & F_RETURNED) && choose(2)) {{ drv_features |= F_RETURNED; int k = choose(3); NAME(n, "o%d[%d]", id, k); {self.fill(to.of)}((void *)(r + k), n, 2); }}\n'
            body += "    }\n"
        else:
            body += f'    SAY("{words};"{more});\n' + dirty + f"    {call};\n"
        self.emit(f"static void drv_call_{number}(int fills)", body)
        return True

    # ---- all of it ----
    def relevant(self):
        """Features that can make a difference for this unit."""
        text, on = self.plain, set()
        pointers = "*" in text
        if pointers:
            on |= {"alias", "inside", "cycle"}
            if self.globals:
                on |= {"into-global"}
            if re.search(r"char \*|void \*", text):
                on |= {"bytes"}
            if re.search(r"\bint \*|char \*", text) and "errno" in text or "struct tm" in text:
                on |= {"library-object"}
        if re.search(r"char \*", text) and re.search(r'"', text):
            on |= {"literal"}
        if re.search(r"void \*", text):
            on |= {"number", "function"}
        if self.s.records:
            on |= {"padding"}
        if re.search(r"\b(malloc|realloc)\b", text) or re.search(r"memc(mp|py)", text):
            on |= {"unwritten"}
        if re.search(r"\bstatic\b", text) or any(v.static for v in self.s.variables.values()) or len(self.functions) > 1:
            on |= {"prior-calls", "returned"}
        if re.search(r"\bexit\s*\(", text):
            on |= {"reentry"}
        if self.stubs or self.callbacks:
            on |= {"stub-writes", "stub-same", "reentry"}
        if any(a in ("malloc", "calloc", "realloc", "strdup") for a in self.answers):
            on |= {"allocation-fails"}
        if any(a not in ("malloc", "calloc", "realloc", "strdup", "rand", "time", "getenv") for a in self.answers):
            on |= {"system-fails"}
        if "FILE" in text or re.search(READS, text) or re.search(WRITES, text):
            on |= {"standard-stream", "stream-error"}
        if "errno" in text:
            on |= {"errno-before"}
        if re.search(r"\b(umask|optind|optarg|lrint|rint|feof|getc|fgetc|fgets|getchar|strtok|setlocale|localeconv|isalpha|toupper|rand|gmtime|localtime|mblen|hsearch|signal)\b", text):
            on |= {"library-state"}
        return on

    def write(self, calls, seed):
        s = self.s
        bodies = []
        callable_ = []
        for i, f in enumerate(self.functions):
            if self.call(f, i):
                callable_.append(i)
        self.callable = callable_
        for f in self.stubs:
            self.stub(f.name, f.type)
        for a in self.answers:
            self.answer(a)
        one = ""
        for i, v in enumerate(self.globals):
            one += (f'    case {i}: if (before && (drv_allowed & F_PADDING) && choose(2)) {{ drv_features |= F_PADDING; drv_dirty((void *)&{v.name}, sizeof {v.name}, "&{v.name}"); }}\n        {self.fill(v.type, v.name)}(&{v.name}, "{v.name}", before ? 1 : 2); break;\n')
        self.emit("static void drv_set_global(int k, int before)", f"    switch (k) {{\n{one}    }}\n    (void)before;\n")
        self.emit("static void drv_one_global(int k)", "    drv_set_global(k, 0);\n")
        register = ""
        for v in self.globals:
            if v.type.kind == "array":
                register += (f'    for (int i = 0; i < (int)(sizeof {v.name} / sizeof *{v.name}) && i < 6; i++) {{ char n[120] = ""; NAME(n, "{v.name}[%d]", i); '
                             f'{self.places(v.type.of)}(&{v.name}[i], F_GLOBAL, 0, n); }}\n')
            else:
                register += f'    {self.places(v.type)}(&{v.name}, F_GLOBAL, 0, "{v.name}");\n'
        self.emit("static void drv_register_globals(void)", register)
        cases = "".join(f"    case {n}: drv_call_{i}(0); break;\n" for n, i in enumerate(callable_))
        self.emit("static void drv_some_call(void)", f"    switch (choose({len(callable_)})) {{\n{cases}    }}\n")
        targets = "".join(f"    case {i}: drv_call_{i}(1); break;\n" for i in callable_)
        self.emit("static void drv_target_call(int k)", f"    switch (k) {{\n{targets}    }}\n")
        self.emit("static void drv_target_again(void)", "    drv_target_call(drv_target);\n")
        self.prototypes["at_exit"] = "static void at_exit(void)"
        goals, of, owner = 0, {}, {}
        self.goals = {}
        index = {f.name: i for i, f in enumerate(self.functions)}
        for c in s.conditions:
            of[c.number] = goals
            owner[c.number] = index.get(c.function, -1)
            for side in range(len(c.cases) if c.cases is not None else 2):
                self.goals[goals] = (c, side)
                goals += 1
        most = max(of, default=0) + 1
        features = sorted(BIT[n] for n in self.relevant())
        plain = re.sub(r"'(\\?.)'", lambda m: " ", self.plain)
        constants = {int(x, 0) for x in re.findall(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|[1-9]\d*|0)(?=[uUlL]*\b)(?![.\w])", plain) if len(x) < 19}
        constants |= {0, 1}
        chars = re.findall(r"'(\\?.)'", self.plain)
        texts = set(re.findall(r'"((?:\\.|[^"\\])*)"', self.plain)) | {""}
        texts = sorted(t for t in texts if len(t) < 60) + ["".join(c for c in chars if len(c) == 1 and c not in '"\\') or "x"]
        case_index = "".join(
            f"    case {c.number}: " + " ".join(f"if (value == (long long)({v})) return {i};" for i, v in enumerate(c.cases)) + " break;\n"
            for c in s.conditions if c.cases)
        macros = "".join(f"#define {a}(...) answer_{a}(__VA_ARGS__)\n" for a in self.answers)
        macros += "#define free(p) drv_free(p)\n#define exit(s) drv_exit(s)\n#define _exit(s) drv_exit(s)\n"
        if "fclose" in self.plain:
            macros += "#define fclose(f) drv_fclose(f)\n"
        answers_first = "\n".join("static " + ANSWERS[a].prototype + ";" for a in self.answers)

        def wrap(c, text):
            return f"{'SWITCH' if c.cases is not None else 'CONDITION'}({c.number}, {text})"
        unit = csource.marked(s, wrap)
        undo = "".join(f"#undef {m}\n" for m in [*self.answers, "free", "exit", "_exit", "fclose"])
        reads, writes = bool(re.search(READS, self.plain)), bool(re.search(WRITES, self.plain))
        streams = ""
        if reads or "FILE" in self.plain:
            streams += '    stdin = drv_open(e); SAY("stdin = %s;", e);\n'
        if writes or "FILE" in self.plain:
            streams += ('    if (allow(F_STREAM_ERROR)) { stdout = drv_open(e); SAY("stdout = %s;", e); } else stdout = drv_stdout;\n'
                        "    stderr = drv_stderr;\n")
        state = []
        if "strtok" in self.plain:
            state.append('{ static char t[] = "a,b;c d"; strcpy(t, "a,b;c d"); strtok(t, ",; "); SAY("static char t_[] = \\"a,b;c d\\"; strtok(t_, \\",; \\");"); }')
        if re.search(r"setlocale|localeconv|isalpha|toupper|mblen", self.plain):
            state.append('{ setlocale(LC_ALL, "C.UTF-8"); SAY("setlocale(LC_ALL, \\"C.UTF-8\\");"); }')
        if re.search(r"gmtime|localtime", self.plain):
            state.append('{ time_t t = choose(99999999); gmtime(&t); SAY("gmtime(&(time_t){ %ld });", (long)t); }')
        if re.search(r"\brand\b", self.plain) and "rand" not in self.answers:
            state.append('{ int v = choose(99); srand(v); SAY("srand(%d);", v); }')
        if "umask" in self.plain:
            state.append('{ int v = choose(2) ? 077 : 022; umask(v); SAY("umask(%d);", v); }')
        if re.search(r"\bsignal\b", self.plain):
            state.append('{ signal(SIGUSR1, choose(2) ? SIG_IGN : drv_late); SAY("signal(SIGUSR1, SIG_IGN);"); signal(SIGUSR1, SIG_IGN); }')
        if re.search(r"\bopt(ind|arg|err)\b", self.plain):
            state.append('{ optind = 1 + choose(4); opterr = choose(2); optarg = choose(2) ? "x" : 0; SAY("optind = %d; opterr = %d; optarg = %s;", optind, opterr, optarg ? "\\"x\\"" : "0"); }')
        if re.search(r"\b(l?rint|nearbyint)\b|/ three", self.plain):
            state.append('{ static const int modes[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO }; int v = modes[choose(3)]; fesetround(v); SAY("fesetround(%d);", v); }')
        states = "".join(f"    if (allow(F_STATE)) {x}\n" for x in state)
        nl = "\n"
        text = f"""#define DRV_WRITES {int(bool(re.search(r"fput|fprintf|fwrite|putc|puts|printf", self.plain)))}
{RUNTIME}
{answers_first}
{macros}
#pragma clang section bss="unit_bss" data="unit_data"
#line 1 "unit.c"
{unit}
#line 1 "driver.c"
#pragma clang section bss="" data=""
{undo}
static struct drv_goal drv_goals[{goals + 1}];
static const int drv_goal_count = {goals}, drv_goal_of[] = {{ {", ".join(str(of.get(i, 0)) for i in range(most))} }},
    drv_owner[] = {{ {", ".join(str(owner.get(i, -1)) for i in range(most))} }};
static const long long drv_constants[] = {{ {", ".join(f"{c}LL" for c in sorted(constants))}{"".join(", " + e for e in sorted(s.enums))} }};
static const int drv_constant_count = sizeof drv_constants / sizeof *drv_constants;
static const char *const drv_texts[] = {{ {", ".join('"' + t + '"' for t in texts)} }};
static const int drv_text_count = sizeof drv_texts / sizeof *drv_texts;
static int drv_case_index(int n, long long value) {{
    switch (n) {{
{case_index}    }}
    (void)value;
    return -1;
}}
static void drv_one_global(int k);
static void drv_some_call(void);
{nl.join(self.heads)}
{nl.join(self.out)}
static const unsigned drv_relevant[] = {{ {", ".join(str(b) + "u" for b in features) or "0"} }};
static const int drv_relevant_count = {len(features)};
static const int drv_targets[] = {{ {", ".join(map(str, callable_)) or "0"} }};

/* Which features the n-th call may have: none, one of them, two, half of them, all. */
static unsigned drv_mask(long n) {{
    int k = (int)(n % (2 * drv_relevant_count + 8));
    unsigned all = 0, m = 0;
    for (int i = 0; i < drv_relevant_count; i++) all |= drv_relevant[i];
    if (k < 4 || !drv_relevant_count) return 0;
    k -= 4;
    if (k < drv_relevant_count) return drv_relevant[k];
    k -= drv_relevant_count;
    if (k < drv_relevant_count) return drv_relevant[k] | drv_relevant[choose(drv_relevant_count)];
    if (k & 1) return all;
    for (int i = 0; i < drv_relevant_count; i++) if (choose(2)) m |= drv_relevant[i];
    return m;
}}
static void drv_one(long n) {{
    char e[120] = "";
    drv_call = n;
    drv_rng = (drv_u64)n * 0x9E3779B97F4A7C15ULL ^ {seed}ULL;
    rnd(), rnd();
    drv_target = drv_targets[n % {max(len(callable_), 1)}];
    drv_allowed = drv_mask(n / {max(len(callable_), 1)});
    if (drv_forced >= 0) drv_allowed = (unsigned)drv_forced;
    drv_features = 0, drv_place_count = 0, drv_busy_count = 0, drv_objects = 0, drv_steps = 0, drv_context = 0, drv_contexts = 0;
    drv_recording = 0, drv_depth = 0;
    drv_restore();
    for (int i = 0; i < drv_stream_count; i++) if (drv_files[i]) fclose(drv_files[i]);
    drv_stream_count = 0;
    errno = 0;
    drv_variable_count = 0;
    umask(022), optind = 1, opterr = 1, optarg = 0, signal(SIGUSR1, SIG_DFL), fesetround(FE_TONEAREST), setlocale(LC_ALL, "C"), strtok(drv_nothing, "");
    if (sigsetjmp(drv_back, 1) == 0) {{
        drv_inside = 1;
{streams}        (void)e;
        drv_register_globals();
        if ((drv_allowed & (F_PRIOR | F_RETURNED)) && choose(4)) {{
            drv_features |= F_PRIOR;
            for (int k = 1 + choose(3); k > 0; k--) drv_some_call();
            /* A caller does not pass what was freed. */
            for (int i = 0; i < drv_block_count; i++) if (!drv_blocks[i].live) siglongjmp(drv_back, 3);
        }}
        int some = choose(4);
        for (int i = 0; i < {len(self.globals)}; i++) if (some ? choose(4) != 0 : choose(2)) drv_set_global(i, 1);
{states}        errno = 0;
        SAY("errno = 0;");
        if (allow(F_ERRNO)) {{ errno = choose(2) ? 1 + choose(35) : (int)drv_constants[choose(drv_constant_count)]; SAY("errno = %d;", errno); }}
        drv_recording = 1;
        drv_target_call(drv_target);
    }}
    drv_recording = drv_inside = 0;
    drv_release();
}}
int main(int argc, char **argv) {{
    struct sigaction act = {{ .sa_sigaction = drv_signalled, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK }};
    static char stack[65536];
    sigaltstack(&(stack_t){{ .ss_sp = stack, .ss_size = sizeof stack }}, 0);
    int signals[] = {{ SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT }};
    for (int i = 0; i < 5; i++) sigaction(signals[i], &act, 0);
    drv_out = fdopen(dup(1), "w");
    drv_stdin = stdin;
    drv_stdout = fopen("/dev/null", "w");
    drv_stderr = fopen("/dev/null", "w");
    drv_save();
    drv_reserve();
    if (!{len(callable_)}) return 0;
    /* `log CALL MASK` tells one call, `only MASK FUNCTION` makes calls with these features; a mask of -1 leaves the choice to the number. */
    if (argc > 3 && strcmp(argv[1], "log") == 0) {{
        drv_forced = atol(argv[3]);
        drv_logging = 1;
        drv_one(atol(argv[2]));
        fflush(drv_out);
        _exit(0);
    }}
    signal(SIGALRM, drv_late);
    alarm(10);
    /* The arguments are the functions to call, as places in the list of targets. */
    int first = 1;
    if (argc > 3 && strcmp(argv[1], "only") == 0) drv_forced = atol(argv[2]), first = 3;
    for (long k = 0; k < {calls}; k++)
        for (int i = first; i < argc; i++) drv_one(k * {max(len(callable_), 1)} + atoi(argv[i])), drv_total++;
    drv_results();
    _exit(0);
}}
"""
        return text


def choose_small(f, i):
    return i > 0 and f.type.params[i - 1][0].kind == "ptr"


def csource_type(source, text):
    """The type that a text spells, in the words of this source."""
    reader = csource.Reader("")
    reader.source = source
    reader.tokens = [(x[0], x.start()) for x in csource.TOKEN.finditer(text + ";")]
    return replace(reader.base()[0], const=False)

"""The native driver of a unit by C type: fills, places, pointers, stubs, calls. It knows nothing of how Crescendo drives units.

assemble.py makes a program of it.
"""
import re
from dataclasses import replace
from . import csource
from .answers import ANSWERS
from .csource import Type, spelled



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


def choose_small(f, i):
    return i > 0 and f.type.params[i - 1][0].kind == "ptr"


def csource_type(source, text):
    """The type that a text spells, in the words of this source."""
    reader = csource.Reader("")
    reader.source = source
    reader.tokens = [(x[0], x.start()) for x in csource.TOKEN.finditer(text + ";")]
    return replace(reader.base()[0], const=False)

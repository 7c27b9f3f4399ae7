"""C text as the judge needs it: declarations with their types, and where the atomic conditions are.

Not a C parser: it reads the plain style that generate.py writes and that small hand-written units have (declarations at file
level, struct bodies, prototypes, `if`, `while`, `for`, `switch`). What it cannot read it leaves out, which loses native runs
and never invents any.
"""
import re
from dataclasses import dataclass, field, replace

INTEGERS = {
    "char": (1, True), "signed char": (1, True), "unsigned char": (1, False), "short": (2, True), "unsigned short": (2, False),
    "int": (4, True), "unsigned": (4, False), "unsigned int": (4, False), "long": (8, True), "unsigned long": (8, False),
    "long long": (8, True), "unsigned long long": (8, False), "size_t": (8, False), "ssize_t": (8, True), "int8_t": (1, True),
    "uint8_t": (1, False), "int16_t": (2, True), "uint16_t": (2, False), "int32_t": (4, True), "uint32_t": (4, False),
    "int64_t": (8, True), "uint64_t": (8, False), "uintptr_t": (8, False), "intptr_t": (8, True), "time_t": (8, True),
    "clock_t": (8, True), "mode_t": (4, False), "off_t": (8, True), "pid_t": (4, True),
}
FLOATS = {"float", "double", "long double"}
WORDS = {"unsigned", "signed", "char", "short", "int", "long", "float", "double", "void", "_Bool", "bool"}
QUALIFIERS = {"const", "volatile", "restrict", "__restrict", "inline", "register", "_Noreturn", "__extension__"}
STORAGE = {"static", "extern", "typedef", "_Thread_local", "__thread"}
TOKEN = re.compile(r'[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d[\w.]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\.\.\.|->|'
                   r'<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%&|^]=|[^\s]')


@dataclass(frozen=True)
class Type:
    kind: str            # int float bool void ptr array struct union enum fn opaque
    name: str = ""       # spelling of the base type: `unsigned char`, `struct node`
    of: "Type" = None    # ptr, array: of what; fn: result
    size: int = 0        # int: bytes
    signed: bool = False
    params: tuple = ()   # fn: (type, name)
    varies: bool = False  # fn: has `...`
    count: str = ""      # array: the text between brackets
    const: bool = field(default=False, compare=False)


def spelled(t, name=""):
    """A declaration of `name` (or the type itself)."""
    if t.kind == "ptr":
        inner = "*" + name
        return spelled(t.of, f"({inner})" if t.of.kind in ("array", "fn") else inner)
    if t.kind == "array":
        return spelled(t.of, f"{name}[{t.count}]")
    if t.kind == "fn":
        args = ", ".join(spelled(p, n) for p, n in t.params) or "void"
        return spelled(t.of, f"{name}({args}{', ...' if t.varies else ''})")
    return f"{'const ' if t.const else ''}{t.name} {name}".rstrip()


@dataclass
class Member:
    name: str
    type: Type
    bits: int = 0        # width of a bit-field, else 0


@dataclass
class Variable:
    name: str
    type: Type
    static: bool
    constant: bool
    defined: bool        # false: only `extern`


@dataclass
class Function:
    name: str
    type: Type
    static: bool
    body: tuple = None   # (start, end) of its braces in the text; None: only declared
    line: int = 0


@dataclass
class Condition:
    number: int
    start: int
    end: int
    text: str
    line: int
    function: str
    cases: list = None   # of a switch: the texts of its cases


@dataclass
class Source:
    text: str
    records: dict = field(default_factory=dict)    # `struct node` -> [Member]
    typedefs: dict = field(default_factory=dict)
    enums: set = field(default_factory=set)
    variables: dict = field(default_factory=dict)
    functions: dict = field(default_factory=dict)
    conditions: list = field(default_factory=list)


def blanked(text):
    """The text with comments and directives as spaces: positions stay."""
    def spaces(m):
        return re.sub(r"[^\n]", " ", m[0])
    text = re.sub(r'/\*.*?\*/|//[^\n]*', spaces, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", spaces, text, flags=re.M)


class Reader:
    def __init__(self, text):
        self.source = Source(text)
        self.plain = blanked(text)
        self.tokens = [(m[0], m.start()) for m in TOKEN.finditer(self.plain)]
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][0] if self.at + ahead < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1][0]

    def skip(self, opening, closing):
        """Behind the bracket that closes the one we are at."""
        depth = 0
        while self.at < len(self.tokens):
            t = self.take()
            depth += (t == opening) - (t == closing)
            if depth == 0:
                return

    def base(self):
        """Specifiers: (type, storage words, whether const)."""
        words, storage, constant, found = [], set(), False, None
        while True:
            t = self.peek()
            if t in STORAGE:
                storage.add(self.take())
            elif t in QUALIFIERS:
                constant |= self.take() == "const"
            elif t == "__attribute__":
                self.take()
                self.skip("(", ")")
            elif t in ("struct", "union", "enum"):
                found = self.record()
            elif t in WORDS:
                words.append(self.take())
            elif re.match(r"[A-Za-z_]", t) and not words and found is None:
                if t in self.source.typedefs:
                    found = self.source.typedefs[self.take()]
                elif t in INTEGERS:
                    words.append(self.take())
                elif t in ("FILE", "va_list", "jmp_buf", "div_t", "DIR", "regex_t", "fpos_t"):
                    found = Type("opaque", self.take())
                else:
                    raise SyntaxError(f"unknown type {t}")
            else:
                break
        if found is None:
            found = arithmetic(words)
        return (replace(found, const=True) if constant else found), storage, constant

    def record(self):
        kind, tag = self.take(), ""
        if re.match(r"[A-Za-z_]", self.peek()):
            tag = self.take()
        name = f"{kind} {tag or 'unnamed%d' % self.at}"
        if self.peek() == "{":
            if kind == "enum":
                self.take()
                depth = 1
                expecting = True
                while depth:
                    t = self.take()
                    depth += (t in "{(") - (t in "})")
                    if expecting and re.match(r"[A-Za-z_]", t):
                        self.source.enums.add(t)
                    expecting = t == ","
            else:
                self.members(name)
        if kind == "enum":
            return Type("int", name if tag else "unsigned", size=4)
        return Type(kind, name)

    def members(self, name):
        self.take()
        members = self.source.records.setdefault(name, [])
        while self.peek() not in ("}", ""):
            base, _, _ = self.base()
            if self.peek() == ";":                       # an unnamed struct or union: its members are ours
                members.extend(Member(m.name, m.type, m.bits) for m in self.source.records.get(base.name, []))
            while self.peek() != ";":
                if self.peek() == ":":
                    self.take(), self.take()
                else:
                    t, n = self.declarator(base)
                    bits = 0
                    if self.peek() == ":":
                        self.take()
                        bits = int(self.take(), 0)
                    if " unnamed" in t.name and t.kind in ("struct", "union"):     # no type to speak of: its members one by one
                        members.extend(Member(f"{n}.{m.name}", m.type, m.bits) for m in self.source.records.get(t.name, []))
                    elif not any(" unnamed" in x.name for x in (t, t.of) if x):
                        members.append(Member(n, t, bits))
                if self.peek() == ",":
                    self.take()
            self.take()
        self.take()

    def declarator(self, base):
        while self.peek() in ("*", *QUALIFIERS):
            if self.take() == "*":
                base = Type("ptr", of=base)
        inner, name = None, ""
        if self.peek() == "(" and self.peek(1) in ("*", "("):
            inner = self.at
            self.skip("(", ")")
        elif re.match(r"[A-Za-z_]", self.peek()):
            name = self.take()
        suffixes = []
        while self.peek() in ("[", "("):
            if self.peek() == "[":
                begin = self.tokens[self.at][1] + 1
                self.skip("[", "]")
                suffixes.append(("array", self.plain[begin:self.tokens[self.at - 1][1]].strip()))
            else:
                suffixes.append(("fn", self.parameters()))
        for kind, what in reversed(suffixes):
            if kind == "array":
                base = Type("array", of=base, count=what)
            else:
                base = Type("fn", of=base, params=what[0], varies=what[1])
        if inner is not None:
            end, self.at = self.at, inner + 1
            base, name = self.declarator(base)
            self.at = end
        return base, name

    def parameters(self):
        self.take()
        params, varies = [], False
        while self.peek() != ")":
            if self.peek() == "...":
                self.take()
                varies = True
                continue
            if self.peek() == ",":
                self.take()
                continue
            base, _, _ = self.base()
            t, n = self.declarator(base)
            if t.kind == "array":
                t = Type("ptr", of=t.of)
            if t.kind == "fn":
                t = Type("ptr", of=t)
            if not (t.kind == "void" and not n):
                params.append((t, n or f"a{len(params)}"))
        self.take()
        return tuple(params), varies

    def read(self):
        while self.at < len(self.tokens):
            start = self.at
            try:
                self.declaration()
            except (SyntaxError, IndexError, ValueError, KeyError):
                self.at = start
                while self.peek() not in (";", "{", ""):
                    self.take()
                if self.peek() == "{":
                    self.skip("{", "}")
                elif self.peek():
                    self.take()
        return self.source

    def declaration(self):
        if self.peek() == ";":
            self.take()
            return
        line = self.plain.count("\n", 0, self.tokens[self.at][1]) + 1
        base, storage, constant = self.base()
        while self.peek() != ";":
            t, name = self.declarator(base)
            if self.peek() == "__attribute__":
                self.take()
                self.skip("(", ")")
            if "typedef" in storage:
                self.source.typedefs[name] = t
            elif t.kind == "fn":
                known = self.source.functions.get(name)
                f = known or Function(name, t, "static" in storage)
                self.source.functions[name] = f
                f.type = t
                if self.peek() == "{":
                    begin = self.tokens[self.at][1]
                    self.skip("{", "}")
                    f.body, f.line = (begin, self.tokens[self.at - 1][1] + 1), line
                    return
            elif name:
                old = self.source.variables.get(name)
                defined = "extern" not in storage or bool(old and old.defined)
                before = re.split(r"[;}]", self.plain[:self.tokens[min(self.at, len(self.tokens) - 1)][1]])[-1]
                pointer_constant = bool(re.search(rf"\*\s*const\s+{name}\b", before))
                fixed = (constant and t.kind != "ptr") or pointer_constant or self.const_array(t, constant)
                self.source.variables[name] = Variable(name, t, "static" in storage, fixed, defined)
            if self.peek() == "=":
                while self.peek() not in (",", ";"):
                    if self.peek() in ("{", "(", "["):
                        self.skip(self.peek(), {"{": "}", "(": ")", "[": "]"}[self.peek()])
                    else:
                        self.take()
            if self.peek() == ",":
                self.take()
            elif self.peek() != ";":
                raise SyntaxError(self.peek())
        self.take()

    def const_array(self, t, constant):
        """`const char *const names[]`: told by the word in front of the name."""
        before = self.plain[:self.tokens[self.at - 1][1]].rsplit(";", 1)[-1]
        return t.kind == "array" and (constant and t.of.kind != "ptr" or bool(re.search(r"\*\s*const\s+\w+\s*\[", before))
                                      or bool(re.search(r"\*const \w*\[", before)))


def arithmetic(words):
    if not words:
        raise SyntaxError("no type")
    if words == ["void"]:
        return Type("void", "void")
    if words in (["_Bool"], ["bool"]):
        return Type("bool", "_Bool", size=1)
    joined = " ".join(words)
    if joined in FLOATS:
        return Type("float", joined)
    unsigned = "unsigned" in words
    rest = [w for w in words if w not in ("unsigned", "signed", "int")] or ["int"]
    key = " ".join(rest)
    if key in ("char", "short", "int", "long", "long long"):
        if key == "char" and "signed" in words:
            return Type("int", "signed char", size=1, signed=True)
        name = ("unsigned " if unsigned else "") + key
        return Type("int", name, size=INTEGERS[key][0], signed=not unsigned)
    if key in INTEGERS:
        return Type("int", key, size=INTEGERS[key][0], signed=INTEGERS[key][1])
    raise SyntaxError(joined)


def closing(plain, at):
    """Where the bracket at `at` is closed."""
    depth, quote = 0, ""
    while at < len(plain):
        c = plain[at]
        if quote:
            if c == "\\":
                at += 1
            elif c == quote:
                quote = ""
        elif c in "\"'":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                return at
        at += 1
    raise SyntaxError("not closed")


def split(plain, start, end, separators):
    """Parts of plain[start:end] between separators that are in no bracket."""
    parts, begin, at = [], start, start
    while at < end:
        c = plain[at]
        if c in "([{\"'":
            if c in "\"'":
                at += 1
                while plain[at] != c:
                    at += 2 if plain[at] == "\\" else 1
            else:
                at = closing(plain, at)
        else:
            hit = next((s for s in separators if plain.startswith(s, at)), None)
            if hit:
                parts.append((begin, at))
                at += len(hit)
                begin = at
                continue
        at += 1
    parts.append((begin, end))
    return parts


def atoms(plain, start, end):
    """The atomic conditions of a condition, as ranges."""
    while start < end and plain[start].isspace():
        start += 1
    while start < end and plain[end - 1].isspace():
        end -= 1
    if start >= end:
        return []
    parts = split(plain, start, end, ("&&", "||"))
    if len(parts) > 1:
        return [a for s, e in parts for a in atoms(plain, s, e)]
    if plain[start] == "!" and plain[start + 1] != "=":
        rest = plain[start + 1:end].lstrip()
        inner = end - len(rest)
        # `!p->next` is one operand; `!a == b` is not what it looks like, and is not marked.
        if len(split(plain, inner, end, ("==", "!=", "<", ">", "+", " - ", "&", "|", "^", "?"))) > 1 and not rest.startswith("("):
            if "->" not in rest or len(re.sub(r"->", "", rest)) != len(re.sub(r"[<>=+&|^?]", "", re.sub(r"->", "", rest))):
                return []
        return atoms(plain, inner, end)
    if plain[start] == "(" and closing(plain, start) == end - 1:
        return atoms(plain, start + 1, end - 1)
    if len(split(plain, start, end, ("?",))) > 1 or len(split(plain, start, end, (",",))) > 1:
        return []
    return [(start, end)]


def conditions(source):
    """Numbers every atomic condition of `if`, `while`, `for` and every switch, in the order of the text."""
    plain = blanked(source.text)
    found = []
    for f in source.functions.values():
        if not f.body:
            continue
        begin, end = f.body
        for m in re.finditer(r"\b(if|while|for|switch)\s*\(", plain[begin:end]):
            opened = begin + m.end() - 1
            close = closing(plain, opened)
            if m[1] == "switch":
                brace = plain.find("{", close)
                stop = closing(plain, brace)
                cases = re.findall(r"\bcase\s+([^:]+?)\s*:", plain[brace:stop])
                found.append((opened + 1, close, f.name, cases))
                continue
            start = opened + 1
            if m[1] == "for":
                parts = split(plain, opened + 1, close, (";",))
                if len(parts) != 3:
                    continue
                start, stop = parts[1]
            else:
                stop = close
            found += [(s, e, f.name, None) for s, e in atoms(plain, start, stop)]
    found.sort(key=lambda c: (c[0], c[1]))
    for number, (s, e, name, cases) in enumerate(found):
        text = " ".join(source.text[s:e].split())
        # A constant is no condition: nobody branches on `while (1)`.
        if cases is None and re.fullmatch(r"\d+", text):
            continue
        line = plain.count("\n", 0, s) + 1
        source.conditions.append(Condition(number, s, e, text, line, name, cases))


def read(text):
    source = Reader(text).read()
    conditions(source)
    return source


def marked(source, wrap):
    """The text with every condition replaced by wrap(condition, its text)."""
    out, at = [], 0
    for c in source.conditions:
        if c.start < at:
            continue
        out += [source.text[at:c.start], wrap(c, source.text[c.start:c.end])]
        at = c.end
    return "".join(out) + source.text[at:]

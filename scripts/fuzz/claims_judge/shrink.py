"""Makes a wrong claim small: declarations, blocks, lines, operands and statements go as long as it stays wrong.

"Wrong" is asked anew at every step: main still reaches the goal with nothing undefined before, and Crescendo still calls the
goal infeasible with no hypothesis that the input violates.
"""
import copy, re, subprocess, time
from pathlib import Path
from . import ask, corpus, csource, features, repro

SECONDS = 100
QUICK = ["-fsanitize=undefined", "-fno-sanitize=function", "-fsanitize-trap=all"]
# What is left must be C that people accept.
SOUND = ["-fsyntax-only", "-Wno-everything", "-Werror=implicit-function-declaration", "-Werror=return-type", "-Werror=uninitialized"]


class Shrinker:
    def __init__(self, wrong, work, strict):
        self.wrong, self.work, self.strict = wrong, Path(work), strict
        self.best = copy.deepcopy(wrong.evidence)
        self.until = time.monotonic() + SECONDS
        self.seen = set()
        self.quick = wrong.kind == "infeasible"

    def claim(self, text):
        """The entry of the summary, if the claim is made in this text and is not excused."""
        file = self.work / "small.c"
        file.write_text(text)
        if self.wrong.kind == "alarm":
            what = self.best.goal.text.split(":")[0]
            return next(({"line": a["line"]} for a in ask.alarms(file)
                         if a["kind"] == what and a["verdict"] == "false" and a["strength"] == "proved"), None)
        summary, _ = ask.summary(file, [self.best.goal.function])
        f = next((f for f in (summary or {"functions": []})["functions"] if f["name"] == self.best.goal.function), None)
        if not f:
            return None
        if self.best.goal.side == "check":
            c = f["checks"]
            return {"line": 0} if c["total"] and c["proved"] == c["total"] and not f["assumptions"] else None
        violated = sum(features.BIT[n] for n in self.best.features)
        for o in ask.infeasible(f):
            if o["goal"] == self.best.goal.words() and not features.excused(o, f, not self.strict)[0] & violated:
                return o
        return None

    def wrong_still(self, text):
        file = self.work / "small.c"
        file.write_text(text)
        if subprocess.run([repro.CC, *SOUND, str(file)], capture_output=True).returncode:
            return False
        return self.reached(file) and self.claim(text) is not None

    def reached(self, file):
        """Quick steps trap what is undefined as far as code shows it; the last word is that of all sanitizers."""
        if self.quick:
            return repro.native(file, self.work / "small", [*QUICK, *repro.cleared(self.best.features)], False) is None
        return repro.confirmed(file, self.work / "small", self.best.features) is None

    def attempt(self, changed):
        """Keeps the change if the claim is still wrong."""
        if time.monotonic() > self.until:
            return False
        try:
            text = repro.written(changed)
        except (SyntaxError, IndexError, TypeError):
            return False
        if text is None or text in self.seen:
            return False
        self.seen.add(text)
        if not self.wrong_still(text):
            return False
        self.best = changed
        return True

    def edit(self, **fields):
        changed = copy.copy(self.best)
        for name, value in fields.items():
            setattr(changed, name, value)
        return self.attempt(changed)

    # ---- the unit ----
    def segments(self):
        """Ranges of lines that can go together, large ones first: declarations at file level, blocks, single lines."""
        lines, out, opened = self.best.unit, [], []
        for i, line in enumerate(lines):
            bare = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', "", line)
            closes, opens = bare.count("}"), bare.count("{")
            for _ in range(min(closes, len(opened)) if closes > opens else 0):
                out.append((opened.pop(), i + 1))
            for _ in range(opens - closes if opens > closes else 0):
                opened.append(i)
            if opens == closes and line.strip():
                out.append((i, i + 1))
        return sorted(out, key=lambda s: (s[0] - s[1], -s[0]))

    def parts(self):
        """Declarations at file level: (first line, behind the last, names they declare, names they use)."""
        out, depth, begin = [], 0, None
        for i, line in enumerate(self.best.unit):
            if begin is None and line.strip():
                begin = i
            depth += line.count("{") - line.count("}")
            if begin is None or depth:
                continue
            text = csource.blanked("\n".join(self.best.unit[begin:i + 1]))
            head = text.split("{")[0].split("=")[0]
            used = set(re.findall(r"[A-Za-z_]\w*", text))
            if self.best.unit[begin].startswith("#"):
                declares = {"#"}
            elif re.match(r"(?:typedef\s+)?(?:struct|union|enum)\s*\w*\s*\{", text):
                declares = set(re.findall(r"^(?:struct|union|enum)\s+(\w+)", text)) | set(re.findall(r"\w+", text[text.rindex("}"):]))
                declares |= used if text.startswith("enum") else set()
            elif "(" in head:                            # a function, or a pointer to one
                m = re.search(r"\(\s*\*\s*(?:const\s+)?(\w+)", head) if re.search(r"^[^(]*\(\s*\*", head) else re.search(r"(\w+)\s*\(", head)
                declares = {m[1]} if m else set()
            else:
                declares = set(re.findall(r"(\w+)\s*(?=[;,\[]|$)", head)) - {"int", "void", "char", "long", "unsigned", "struct"}
            out.append((begin, i + 1, declares, used))
            begin = None
        return out

    def slice(self):
        """Only what the function, the calls in main and the stubs need, in one go."""
        parts, main = self.parts(), self.best.main
        names = lambda text: set(re.findall(r"[A-Za-z_]\w*", text))
        defined = set().union(*(d for _, _, d, _ in parts))
        wanted = {self.best.goal.function} | names(main[-1])
        for prototype, calls in self.best.stubs.values():
            for statements, result in calls:
                wanted |= names(" ".join([prototype, *statements, result]))
        kept, statements = set(), []
        for _ in range(10):
            for p in parts:
                if p[:2] not in kept and ("#" in p[2] or p[2] & wanted):
                    kept.add(p[:2])
                    wanted |= p[3]
            statements = []
            for s in main[:-1]:
                to = re.match(r"[^A-Za-z_]*(?:(?:memset|strcpy)\W+(?:(?:void|char)\W+)?)?([A-Za-z_]\w*)", s)
                to = to[1] if to else ""
                # What the unit does not define is the library's: it stays, and goes later by itself.
                if to in wanted or not (to in defined or re.fullmatch(r"(?:env_)?o\d+", to)) or re.search(rf"= \(void \*\)\w+\(", s):
                    statements.append(s)
                    wanted |= names(s)
            for d in self.best.declarations:
                if names(d) & wanted & set(re.findall(r"\b(?:env_)?o\d+\b", d)):
                    wanted |= names(d)
        unit = [l for s, e in sorted(kept) for l in self.best.unit[s:e]]
        self.edit(unit=unit, main=[*statements, main[-1]]) or self.edit(unit=unit)

    def lines(self):
        progress = True
        while progress and time.monotonic() < self.until:
            progress = False
            for s, e in self.segments():
                if e > len(self.best.unit):
                    continue
                if self.edit(unit=self.best.unit[:s] + self.best.unit[e:]):
                    progress = True
                    break

    def lines_once(self):
        """One pass from the end: cheap, and most of the work."""
        for s, e in sorted(self.segments(), key=lambda x: (-x[0], x[1])):
            if e <= len(self.best.unit):
                self.edit(unit=self.best.unit[:s] + self.best.unit[e:])

    def operands(self):
        i = 0
        while i < len(self.best.unit):
            line = self.best.unit[i]
            for m in re.finditer(r"[!\w>.\[\]&*-]+ \|\| | \|\| [!\w>.\[\]&*-]+(?=\))", line):
                if self.edit(unit=self.best.unit[:i] + [line[:m.start()] + line[m.end():]] + self.best.unit[i + 1:]):
                    i -= 1
                    break
            i += 1

    def parameters(self):
        """Parameters of the function, with the arguments of its calls in main."""
        for _ in range(6):
            source = csource.read("\n".join(self.best.unit))
            f = source.functions.get(self.best.goal.function)
            if not f or f.type.varies:
                return
            for k in range(len(f.type.params)):
                if self.without_parameter(f.name, k, len(f.type.params)):
                    break
            else:
                return

    def without_parameter(self, name, k, count):
        def cut(line):
            m = re.search(rf"\b{name}\(", line)
            if not m:
                return line
            close = csource.closing(line, m.end() - 1)
            parts = csource.split(line, m.end(), close, (",",))
            if len(parts) != count:
                return line
            args = [line[s:e].strip() for i, (s, e) in enumerate(parts) if i != k]
            return line[:m.end()] + (", ".join(args) or ("void" if line.startswith(("int ", "static ", "char ", "void ", "struct ")) else "")) + line[close:]
        try:
            return self.edit(unit=[cut(l) for l in self.best.unit], main=[cut(l) for l in self.best.main])
        except SyntaxError:
            return False

    # ---- main and stubs ----
    def statements(self):
        main = self.best.main
        half = max(1, (len(main) - 1) // 2)
        while half:
            at = 0
            while at < len(self.best.main) - 1:
                end = min(at + half, len(self.best.main) - 1)
                if not self.edit(main=self.best.main[:at] + self.best.main[end:]):
                    at += half
            half //= 2
        for name in list(self.best.stubs):
            prototype, calls = self.best.stubs[name]
            if calls and self.edit(stubs={**self.best.stubs, name: (prototype, [])}):
                continue
            for i in range(len(calls)):
                for j in range(len(calls[i][0]) - 1, -1, -1):
                    prototype, now = self.best.stubs[name]
                    less = [(st[:j] + st[j + 1:], res) if n == i else (st, res) for n, (st, res) in enumerate(now)]
                    self.edit(stubs={**self.best.stubs, name: (prototype, less)})

    def plain(self):
        """The unit says 42 itself, if its goal is the way into a `return`."""
        source = csource.read("\n".join(self.best.unit))
        c = self.best.condition(source)
        if c == "check":
            return None
        line = self.best.unit[c.line - 1]
        m = re.search(r"\) return [^;]+;\s*$", line)
        if self.best.goal.side != "true" or not m or not line.lstrip().startswith("if (") or "||" in line:
            return None
        changed = copy.copy(self.best)
        changed.unit = [re.sub(r"\breturn 42;", "return 43;", l) for l in self.best.unit]
        changed.unit[c.line - 1] = line[:m.start()] + ") return 42;"
        return repro.written(changed, True)

    def run(self):
        start = self.best
        if not self.wrong_still(repro.written(self.best)):
            return None
        small = self.smaller()
        if not small and self.quick:
            self.quick, self.best, self.seen, self.until = False, start, set(), time.monotonic() + SECONDS
            small = self.smaller()
        return small

    def smaller(self):
        self.slice()
        self.statements()
        self.lines_once()
        self.operands()
        self.parameters()
        self.statements()
        self.lines()
        why = "; ".join(d for n, d in features.FEATURES if n in self.best.features) or "a plain input reaches it"
        why = why[0].upper() + why[1:] + "."
        for text in (self.plain(), repro.written(self.best)):
            if not text:
                continue
            full = corpus.head(self.wrong, 0, self.best.goal.function, why) + text
            entry = self.claim(full)
            if entry and repro.confirmed(self.work / "small.c", self.work / "small", self.best.features) is None:
                full = full.replace("line 0:", f"line {entry['line'] or self.line_of(full)}:", 1)
                # The head's flags must show it by themselves; what lies on the stack is another with one sanitizer than with two.
                clear = "".join(" " + f for f in repro.cleared(self.best.features))
                for flags in ("-fsanitize=address,undefined" + clear, "-fsanitize=undefined" + clear, "-O0" + clear):
                    if repro.native(self.work / "small.c", self.work / "small", flags.split(), False) is None:
                        return full.replace(" * native: -fsanitize=address,undefined", f" * native: {flags}", 1)
        return None

    def line_of(self, text):
        """Of a check: where its function begins."""
        return next((i for i, l in enumerate(text.splitlines(), 1) if re.search(rf"\b{self.best.goal.function}\(", l)), 1)


def shrink(wrong, work, strict):
    return Shrinker(wrong, work, strict).run()

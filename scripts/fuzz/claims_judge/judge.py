"""One file of units: what native runs reach, against what Crescendo calls infeasible or safe."""
import re, subprocess
from dataclasses import dataclass, field
from pathlib import Path
from . import ask, assemble, csource, driver, features, repro

FLAGS = ["-w", "-O0", "-g1", "-fno-pie", "-no-pie", "-fsanitize=undefined", "-fno-sanitize=function,alignment", "-fsanitize-trap=all"]
# Kinds of trapped checks (clang's numbers, in runtime.h those of signals) that Crescendo looks for by itself.
# An index that clang finds out of bounds (18) counts only if memory outside an object is touched, which the pages show.
FAULTS = {3: "division-by-zero", 18: "out-of-bounds", 22: "null-dereference", 100: "bad memory access", 101: "division-by-zero"}


@dataclass
class Wrong:
    """A claim that a native run refutes."""
    file: str
    goal: repro.Goal
    line: int
    kind: str                  # infeasible, proved-checks
    reason: str
    features: list
    hypotheses: list
    evidence: repro.Repro = None
    text: str = ""             # the evidence: a C file

    @property
    def key(self):
        return {"proved-checks": "check: ", "alarm": "alarm: "}.get(self.kind, "") + ("+".join(self.features) or "plain")

    @property
    def site(self):
        """The class, and which generated shape it is in: one small example of each is enough."""
        stem = re.sub(r"_\d+_?$", "", self.goal.function)
        return f"{self.key} in {'random code' if re.fullmatch(r'f[0-9]', stem) else stem}"


@dataclass
class Outcome:
    units: int = 0
    calls: int = 0
    claims: int = 0            # goals called infeasible
    conditional: int = 0       # of them with hypotheses
    reached: int = 0           # of them reached natively, whatever the hypotheses
    excused: int = 0           # by hypotheses that the input violates
    undefined: int = 0         # reached by runs that are undefined before
    doubtful: int = 0          # reached, but the evidence does not show it by itself
    wrong: list = field(default_factory=list)
    problems: list = field(default_factory=list)

    def add(self, other):
        for name in ("units", "calls", "claims", "conditional", "reached", "excused", "undefined", "doubtful"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wrong += other.wrong
        self.problems += other.problems


class Natively:
    """The native driver of a text, built and run once."""

    def __init__(self, text, work, calls, seed):
        self.source = csource.read(text)
        self.driver = driver.Driver(self.source)
        self.program = Path(work) / "driver"
        code = Path(work) / "driver.c"
        code.write_text(assemble.write(self.driver, calls, seed))
        self.ways, self.faults, self.calls, self.problem = {}, [], 0, None
        built = subprocess.run([repro.CC, *FLAGS, str(code), "-o", str(self.program), "-lm"], capture_output=True, text=True)
        if built.returncode:
            self.problem = "the driver does not build: " + " | ".join(l for l in built.stderr.splitlines() if "error" in l)[:400]

    def run(self, functions):
        """Calls these functions; what they reach and where they fail is kept."""
        of = {self.driver.functions[i].name: place for place, i in enumerate(self.driver.callable)}
        chosen = [str(of[f]) for f in functions if f in of]
        if not chosen:
            return
        ways, faults, self.calls, self.problem = self.once(chosen)
        self.ways = {g: [(m, (c, -1)) for m, c in w] for g, w in ways.items()}
        self.faults = [(*f[:4], (f[4], -1)) for f in faults]

    def once(self, words):
        """One process: (goal -> [(features, call)], faults, calls, problem)."""
        ways, faults, calls = {}, [], 0
        done = subprocess.run(["timeout", "-s", "KILL", "200", str(self.program), *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", cwd=self.program.parent)
        problem = f"the driver ended with {done.returncode}" if done.returncode else None
        for line in done.stdout.splitlines():
            kind, *rest = line.split()
            if kind == "H":
                ways.setdefault(int(rest[0]), []).append((int(rest[1]), int(rest[2])))
            elif kind == "X":
                faults.append((int(rest[0]), int(rest[1]), int(rest[2], 16), int(rest[3]), int(rest[4])))
            elif kind == "N":
                calls = int(rest[0])
        return ways, faults, calls, problem

    def fewer(self, goal, function, way):
        """The same goal with fewer features, if there is such an input."""
        place = next(i for i, k in enumerate(self.driver.callable) if self.driver.functions[k].name == function)
        mask, call = way
        for bit in [1 << i for i in range(len(features.NAMES))]:
            if not mask & bit or bin(mask).count("1") < 3:
                continue
            ways = self.once(["only", str(mask & ~bit), str(place)])[0].get(goal)
            if ways:
                allowed = mask & ~bit
                mask, call = min(ways, key=lambda w: bin(w[0]).count("1"))
                call = (call, allowed)
        return mask, call

    def log(self, call):
        done = subprocess.run(["timeout", "-s", "KILL", "60", str(self.program), "log", str(call[0]), str(call[1])], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", cwd=self.program.parent)
        return done.stdout

    def lines_of(self, addresses):
        """Where the unit's code at these addresses comes from."""
        if not addresses:
            return {}
        done = subprocess.run(["llvm-symbolizer-19", "--obj=" + str(self.program), "--output-style=GNU", "--functions=none"],
                              input="\n".join(hex(a) for a in addresses), capture_output=True, text=True)
        places = [l for l in done.stdout.splitlines() if l.strip()]
        return {a: int(p.rsplit(":", 1)[1].split()[0]) if "unit.c" in p else 0 for a, p in zip(addresses, places)}


def judge(text, path, work, calls=6000, seed=1, strict=False, with_alarms=False):
    """`path`: the file that has this text. Wrong claims come with evidence."""
    out = Outcome()
    summary, command = ask.summary(path)
    if summary is None:
        out.problems.append(f"{path}: {command}")
        return out
    functions = {f["name"]: f for f in summary["functions"]}
    for f in functions.values():
        out.problems += [f"{path}: {f['name']}: tool bug: {b}" for b in f["tool_bugs"]]
        claims = ask.infeasible(f)
        out.claims += len(claims)
        out.conditional += sum(1 for o in claims if features.excused(o, f, not strict)[1])
    out.units = len(functions)
    unknown = {k for f in functions.values() for o in ask.infeasible(f) for k in features.unknown_kinds(features.excused(o, f)[1])}
    out.problems += [f"{path}: hypothesis `{k}` is not in features.py: it excuses everything" for k in sorted(unknown)]
    # Only functions of which something is claimed can be wronged.
    claimed = [n for n, f in functions.items() if ask.infeasible(f) or ask.safe(f)]
    false = [a for a in ask.alarms(path) if a["verdict"] == "false" and a["strength"] == "proved"] if with_alarms else []
    if false:
        claimed = list(functions)
        out.claims += len(false)
    if not claimed:
        return out
    native = Natively(text, work, calls, seed)
    if not native.problem:
        native.run(claimed)
    source, drv = native.source, native.driver
    out.calls = native.calls
    if native.problem:
        out.problems.append(f"{path}: {native.problem}")
        return out
    for goal, ways in sorted(native.ways.items()):
        c, side = drv.goals[goal]
        f = functions.get(c.function)
        if not f:
            continue
        words = f"case {c.cases[side]}" if c.cases is not None else f"{c.text} is {'true' if side else 'false'}"
        # Conditions of one line with the same text cannot be told apart: the claim must be made of all of them.
        entries = [o for o in ask.infeasible(f) if o["line"] == c.line and o["goal"] == words]
        if len(entries) < sum(x.line == c.line and x.text == c.text for x in source.conditions):
            continue
        entry = entries[0]
        out.reached += 1
        mask, kinds = features.excused(entry, f, not strict)
        left = sorted((w for w in ways if not w[0] & (mask | features.DOUBTFUL)), key=lambda w: (bin(w[0]).count("1"), w[1]))
        if not left:
            out.excused += 1
            continue
        same = [x for x in source.conditions if x.function == c.function and x.text == c.text and (x.cases is None) == (c.cases is None)]
        g = repro.Goal(c.function, c.text, same.index(c), words if c.cases is not None else "true" if side else "false")
        shown = None
        left[0] = native.fewer(goal, c.function, left[0])
        for way, call in left[:6]:
            names = features.names(way)
            r = repro.from_log(text, g, native.log(call), drv.prototypes, names)
            if not r.main:
                continue
            evidence = repro.written(r)
            file = Path(work) / "evidence.c"
            file.write_text(evidence)
            problem = repro.confirmed(file, Path(work) / "evidence", names)
            if problem is None:
                shown = Wrong(str(path), g, c.line, "infeasible", entry["reason"], names, kinds, r, evidence)
                break
            (Path(work) / "failed.c").write_text(evidence)
        if shown:
            out.wrong.append(shown)
        elif "returned 9" in problem:
            out.undefined += 1
        else:
            out.doubtful += 1
            out.problems.append(f"{path}:{c.line}: {words}: reached ({'+'.join(names)}), but its evidence {problem}")
    checks(text, path, work, native, functions, strict, out)
    false_alarms(text, path, work, native, false, out)
    return out


def checks(text, path, work, native, functions, strict, out):
    """Functions whose checks are all settled, and native runs that fail where there is no alarm."""
    drv = native.driver
    lines = native.lines_of(sorted({f[2] for f in native.faults}))
    done = set()
    for target, kind, pc, mask, call in sorted(native.faults, key=lambda f: (bin(f[3]).count("1"), f[4])):
        f = functions.get(drv.functions[target].name)
        line = lines.get(pc, 0)
        if not f or kind not in FAULTS or not ask.safe(f) or (f["name"], line) in done:
            continue
        if any(line == x["line"] or any(line == fr["line"] for fr in x.get("frames", [])) for x in f["faults"]) or (not line and f["faults"]):
            continue
        # Checks count where they stand: a callee's are its own.
        begin, end = drv.functions[target].body
        if not native.source.text.count("\n", 0, begin) < line <= native.source.text.count("\n", 0, end) + 1:
            continue
        # What is said of sizes and lengths is not known of native inputs.
        if any("elements" in a or "number of" in a for a in f["assumptions"]):
            continue
        excuse, kinds = features.excused({"reason": "", "hypotheses": f["checks"].get("hypotheses")}, f, not strict)
        if mask & (excuse | features.NO_CHECK):
            continue
        names = features.names(mask)
        g = repro.Goal(f["name"], f"{FAULTS[kind]}", 0, "check")
        r = repro.from_log(text, g, native.log(call), drv.prototypes, names)
        if not r.main:
            continue
        evidence = repro.written(r)
        file = Path(work) / "evidence.c"
        file.write_text(evidence)
        problem = repro.confirmed(file, Path(work) / "evidence", names)
        done.add((f["name"], line))
        if problem is None:
            out.reached += 1
            out.wrong.append(Wrong(str(path), g, line, "proved-checks", f"checks: {f['checks']}", names, kinds, r, evidence))
        else:
            out.problems.append(f"{path}:{line}: {f['name']}: fails natively ({FAULTS[kind]}, {'+'.join(names)}), but its evidence {problem}")


def false_alarms(text, path, work, native, false, out):
    """Alarms called false by proof, at places where calls from outside fail natively."""
    drv = native.driver
    lines = native.lines_of(sorted({f[2] for f in native.faults}))
    done = set()
    for target, kind, pc, mask, call in sorted(native.faults, key=lambda f: (bin(f[3]).count("1"), f[4])):
        f = drv.functions[target]
        alarm = next((a for a in false if a["line"] == lines.get(pc, 0) and kind in FAULTS), None)
        if not alarm or f.static or alarm["line"] in done or mask & features.NO_CHECK:
            continue
        excuse, kinds = features.excused({"reason": "", "hypotheses": alarm.get("hypotheses")}, alarm, True)
        if mask & excuse:
            continue
        names = features.names(mask)
        g = repro.Goal(f.name, f"{alarm['kind']}: false, proved", 0, "check")
        r = repro.from_log(text, g, native.log(call), drv.prototypes, names)
        if not r.main:
            continue
        evidence = repro.written(r)
        file = Path(work) / "evidence.c"
        file.write_text(evidence)
        done.add(alarm["line"])
        if repro.confirmed(file, Path(work) / "evidence", names) is None:
            out.reached += 1
            out.wrong.append(Wrong(str(path), g, alarm["line"], "alarm", f"{alarm['kind']} in {alarm['function']}: false, proved", names, kinds, r, evidence))

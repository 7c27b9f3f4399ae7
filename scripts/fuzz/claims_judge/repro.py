"""A refutation as one C file: the unit as it is, and a main (-DNATIVE) that reaches the goal and returns 42.

The file is the judge's evidence. It is built with the sanitizers, so that a run that is undefined before the goal refutes
nothing, and it needs neither the driver nor Crescendo.
"""
import os, re, subprocess
from dataclasses import dataclass, field
from . import csource

CC = os.environ.get("CC") or "clang-19"
HEADERS = ["ctype.h", "errno.h", "fcntl.h", "locale.h", "math.h", "search.h", "setjmp.h", "signal.h", "stdarg.h", "stdbool.h",
           "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "strings.h", "sys/mman.h", "sys/random.h", "sys/stat.h",
           "sys/time.h", "sys/types.h", "termios.h", "time.h", "unistd.h", "wchar.h"]
STREAM = r"""struct content { const char *text; size_t at; int fails; };
static ssize_t from_content(void *c, char *to, size_t n) {
    struct content *s = c;
    size_t left = strlen(s->text) - s->at;
    if (!left && s->fails) { errno = s->fails; return -1; }
    if (n > left) n = left;
    memcpy(to, s->text + s->at, n);
    s->at += n;
    return (ssize_t)n;
}
static ssize_t to_nowhere(void *c, const char *from, size_t n) {
    struct content *s = c;
    (void)from;
    if (s->fails) { errno = s->fails; return 0; }
    return (ssize_t)n;
}
static FILE *stream(const char *text, int fails) {
    struct content *s = calloc(1, sizeof *s);
    s->text = text, s->fails = fails;
    FILE *f = fopencookie(s, "w+", (cookie_io_functions_t){ from_content, to_nowhere, 0, 0 });
    if (fails) setvbuf(f, 0, _IONBF, 0);
    return f;
}"""
USED = """static FILE *used(FILE *f, int how) {
    if (how == 0) fgetc(f);
    else if (how == 1) while (fgetc(f) != EOF) continue;
    else ungetc('q', f);
    return f;
}"""
DIRTY = "static void dirty(int v) { volatile int b[1024]; for (int i = 0; i < 1024; i++) b[i] = v; }"
FILLED = ("static void *filled(size_t n, int v) { int *p = malloc(n + 8); for (size_t i = 0; i < (n + 8) / 4; i++) p[i] = v; "
          "return p; }")
CHECKS = """void __asan_on_error(void) { _exit(armed ? 42 : 97); }
void __ubsan_on_report(void) { _exit(armed ? 42 : 97); }"""


@dataclass
class Goal:
    function: str
    text: str            # of the condition
    nth: int             # which of the conditions with this text in this function
    side: str            # "true", "false", or "case V"

    def words(self):
        if self.side == "check":
            return self.text
        return self.side if self.side.startswith("case ") else f"{self.text} is {self.side}"


@dataclass
class Repro:
    unit: list                                    # lines
    goal: Goal
    main: list                                    # statements of main, the call last
    declarations: list = field(default_factory=list)
    stubs: dict = field(default_factory=dict)     # name -> (prototype, [(statements, result)])
    features: list = field(default_factory=list)

    def condition(self, source):
        if self.goal.side == "check":
            return "check" if self.goal.function in source.functions else None
        same = [c for c in source.conditions if c.function == self.goal.function and c.text == self.goal.text
                and (c.cases is not None) == self.goal.side.startswith("case ")]
        return same[self.goal.nth] if self.goal.nth < len(same) else None


def from_log(unit, goal, log, prototypes, features):
    """Puts the driver's log in order."""
    declarations, main, contexts, order = [], [], {}, []
    for line in log.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "D":
            declarations.append(rest)
            continue
        number, _, text = rest.partition(" ")
        if kind == "B":
            contexts[int(number)] = [text, [], ""]
            order.append(int(number))
        elif kind == "S":
            (main if int(number) == 0 else contexts[int(number)][1]).append(text)
        elif kind == "E":
            contexts[int(number)][2] = text
    stubs = {}
    for n in order:
        name, statements, result = contexts[n]
        stubs.setdefault(name, (prototypes[name], []))[1].append((statements, result))
    for name, proto in prototypes.items():
        stubs.setdefault(name, (proto, []))
    return Repro(unit.splitlines(), goal, main, declarations, stubs, features)


def macro(goal):
    if goal.side == "true":
        return "#define GOAL(...) ((__VA_ARGS__) ? (armed ? _exit(42) : (void)0), 1 : 0)"
    if goal.side == "false":
        return "#define GOAL(...) ((__VA_ARGS__) ? 1 : ((armed ? _exit(42) : (void)0), 0))"
    return f"#define GOAL(...) ({{ __typeof__(__VA_ARGS__) v_ = (__VA_ARGS__); if (armed && v_ == ({goal.side[5:]})) _exit(42); v_; }})"


def written(r, plain_goal=False, head=""):
    """The file; with `plain_goal` the unit has its `return 42` itself and main looks at the result."""
    unit = "\n".join(r.unit)
    source = csource.read(unit)
    c = r.condition(source)
    if c is None:
        return None
    body = "\n".join([*r.main, *r.declarations, *(s for _, calls in r.stubs.values() for st, res in calls for s in [*st, res])])
    used = [n for n in r.stubs if re.search(rf"\b{n}\b", body) or re.search(rf"\b{n.removeprefix('answer_')}\b", unit)]
    if "at_exit" in r.stubs and r.stubs["at_exit"][1]:
        used.append("at_exit")
    answers = [n for n in used if n.startswith("answer_") and r.stubs[n][1]]
    stubs = [n for n in used if not n.startswith("answer_")] + answers
    lines = unit.split("\n")
    check = r.goal.side == "check"
    if not plain_goal and not check:
        begin = unit.rfind("\n", 0, c.start) + 1
        at = c.line - 1
        last = unit.count("\n", 0, c.end)
        wrapped = (unit[begin:c.start] + "GOAL(" + unit[c.start:c.end] + ")" + unit[c.end:].split("\n")[0]).split("\n")
        lines[at:last + 1] = ["#ifdef NATIVE", *wrapped, "#else", *lines[at:last + 1], "#endif"]
    everything = body + FILLED * ("filled(" in body) + STREAM * ("stream(" in body)
    prelude = []
    if answers or not plain_goal:
        prelude = ["#ifdef NATIVE", "#define _GNU_SOURCE"]
        prelude += [f"#include <{h}>" for h in sorted({"unistd.h", *headers_for(everything + " ".join(r.stubs[a][0] for a in answers))})]
        prelude += [r.stubs[n][0] + ";" for n in answers] + [f"#define {n[7:]}(...) {n}(__VA_ARGS__)" for n in answers]
        if not plain_goal:
            prelude += ["static int armed;"] + ([] if check else [macro(r.goal)])
        prelude.append("#endif")
    out = [*prelude, *lines, "", "#ifdef NATIVE"]
    out += [f"#undef {n[7:]}" for n in answers]
    if not prelude:
        # Names that headers declare must be there before the unit only if it includes them; here they come behind it.
        out += [f"#include <{h}>" for h in headers_for(everything) if f"<{h}>" not in unit]
    if "stream(" in body:
        out.append(STREAM)
    if "used(stream(" in body:
        out.append(USED)
    if "dirty(" in body:
        out.append(DIRTY)
    if "filled(" in body:
        out.append(FILLED)
    if check:
        out += CHECKS.split("\n")
    names = re.findall(r"\b(?:env_)?o\d+\b", body)
    out += [d for d in r.declarations if names.count(re.search(r"\b(?:env_)?o\d+\b", d)[0]) > 1]
    out += [r.stubs[n][0] + ";" for n in stubs if n.startswith("callback_")]
    for n in stubs:
        out += stub(r.stubs[n][0], r.stubs[n][1])
    main = list(r.main)
    if "at_exit" in used:
        main.insert(len(main) - 1, "atexit(at_exit);")
    call = main.pop()
    if call.startswith("dirty("):
        call, main = main.pop(), main + [call]
    if plain_goal:
        call = f"return {call.rstrip(';')} == 42 ? 42 : 1;"
    else:
        main.append("armed = 1;")
    out += ["int main(void) {", *("    " + s for s in main), "    " + call] + ([] if plain_goal else ["    return 1;"]) + ["}", "#endif"]
    return head + "\n".join(out) + "\n"


def headers_for(text):
    need = []
    for header, words in {"stdlib.h": r"calloc|malloc|free|srand|atexit|size_t", "string.h": r"memset|memcpy|strcpy|strlen|strtok", "errno.h": r"errno|E[A-Z]{3,}",
                          "stdio.h": r"stdin|stdout|stderr|FILE|stream\(|ssize_t", "time.h": r"gmtime|time_t|clock_t|clockid_t|timespec|struct tm", "locale.h": "setlocale", "fenv.h": "fesetround", "signal.h": "signal", "unistd.h": "optind", "sys/stat.h": "umask",
                          "sys/time.h": "timeval", "sys/types.h": "pid_t|mode_t|ssize_t", "termios.h": "termios|ECHO"}.items():
        if re.search(rf"\b(?:{words})", text):
            need.append(header)
    return need


def stub(prototype, calls):
    void = re.match(r"(?:static )?void \w+\(", prototype) is not None
    give = lambda result: "return;" if void else f"return {result_of(prototype, result)};"
    zero = "" if void else ("    return 0;" if not re.match(r"(?:static )?(?:struct|union) \w+ \w+\(", prototype) else None)
    if not calls:
        if zero is None:
            kind = re.match(r"(?:static )?((?:struct|union) \w+) ", prototype)[1]
            return [f"{prototype} {{ {kind} r = {{ 0 }}; return r; }}"]
        return [f"{prototype} {{ {zero.strip()} }}"]
    if len(calls) == 1 and not void:
        statements, result = calls[0]
        return [prototype + " {", *("    " + s for s in statements), "    " + give(result), "}"]
    out = [prototype + " {", "    static int n;", "    switch (n++) {"]
    for i, (statements, result) in enumerate(calls):
        out += [f"    {'default' if i == len(calls) - 1 else f'case {i}'}: {{", *("        " + s for s in statements), "        " + give(result), "    }"]
    return out + ["    }", "}"]


def result_of(prototype, result):
    return f"(void *){result}" if re.match(r"[^(]*\*\s*\w+\(", prototype) else result


def native(path, program, extra=(), sanitize=True, compiler=None):
    """None if main returns 42 and nothing undefined happened; else what happened."""
    flags = ["-fsanitize=address,undefined", "-fno-sanitize=function", "-fno-sanitize-recover=all"] if sanitize else []
    built = subprocess.run([compiler or CC, "-w", "-O0", "-g1", "-DNATIVE", *flags, *extra, str(path), "-o", str(program), "-lm"],
                           capture_output=True, text=True)
    if built.returncode:
        return "does not build: " + built.stderr[:600]
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:exitcode=99:allocator_may_return_null=1", UBSAN_OPTIONS="exitcode=98")
    try:
        done = subprocess.run(["timeout", "-s", "KILL", "30", str(program)], stdin=subprocess.DEVNULL, capture_output=True, env=env,
                              cwd=os.path.dirname(str(program)))
    except OSError as e:
        return str(e)
    if done.returncode == 42:
        return None
    said = [l for l in done.stderr.decode(errors="replace").splitlines() if "ERROR" in l or "runtime error" in l]
    return f"returned {done.returncode}: {said[:1]}"


def cleared(features):
    """Locals start as zeroes unless the refutation is about what they held before."""
    return [] if "unwritten" in features else ["-ftrivial-auto-var-init=zero"]


def confirmed(path, program, features):
    """The sanitized run decides; what lies on the stack differs under it, so such runs may show themselves without it."""
    problem = native(path, program, cleared(features))
    if problem and problem.startswith("returned 1:") and {"unwritten", "padding"} & set(features):
        flags = ["-fsanitize=undefined", "-fno-sanitize=function", "-fno-sanitize-recover=all", *cleared(features)]
        problem = native(path, program, flags, False)
    return problem

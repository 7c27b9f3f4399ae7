"""The whole native program: runtime, the unit with its conditions marked, what driver.py made by type, and the loop of calls."""
import re
from pathlib import Path
from . import csource
from .answers import ALLOCATORS, ANSWERS
from .features import BIT

RUNTIME = (Path(__file__).parent / "runtime.h").read_text()
READS = r"\b(stdin|getchar|scanf|gets|getline)\b"
WRITES = r"\b(stdout|stderr|printf|puts|putchar|perror|vprintf)\b"


def relevant(d):
    """Features that can make a difference for this unit."""
    text, on = d.plain, set()
    pointers = "*" in text
    if pointers:
        on |= {"alias", "inside", "cycle"}
        if d.globals:
            on |= {"into-global"}
        if re.search(r"char \*|void \*", text):
            on |= {"bytes"}
        if re.search(r"\bint \*|char \*", text) and "errno" in text or "struct tm" in text:
            on |= {"library-object"}
    if re.search(r"char \*", text) and re.search(r'"', text):
        on |= {"literal"}
    if re.search(r"void \*", text):
        on |= {"number", "function"}
    if d.s.records:
        on |= {"padding"}
    if re.search(r"\b(malloc|realloc)\b", text) or re.search(r"memc(mp|py)", text):
        on |= {"unwritten"}
    if re.search(r"\bstatic\b", text) or any(v.static for v in d.s.variables.values()) or len(d.functions) > 1:
        on |= {"prior-calls", "returned"}
    if re.search(r"\bexit\s*\(", text):
        on |= {"reentry"}
    if d.stubs or d.callbacks:
        on |= {"stub-writes", "stub-same", "reentry"}
    if ALLOCATORS & set(d.answers):
        on |= {"allocation-fails"}
    if set(d.answers) - ALLOCATORS - {"rand", "time", "getenv"}:
        on |= {"system-fails"}
    if "FILE" in text or re.search(READS, text) or re.search(WRITES, text):
        on |= {"standard-stream", "stream-error"}
    if "errno" in text:
        on |= {"errno-before"}
    if re.search(r"\b(umask|optind|optarg|lrint|rint|feof|getc|fgetc|fgets|getchar|strtok|setlocale|localeconv|isalpha|toupper|rand|gmtime|localtime|mblen|mbstowcs|MB_CUR_MAX|nearbyint|hsearch|signal)\b", text):
        on |= {"library-state"}
    return on


# What callers may have done to the library before: (if the unit has this, then in C).
STATES = [
    (r"strtok", 'static char t[] = "a,b;c d"; strcpy(t, "a,b;c d"); strtok(t, ",; "); '
                'SAY("static char t_[] = \\"a,b;c d\\"; strtok(t_, \\",; \\");");'),
    (r"setlocale|localeconv|isalpha|toupper|mblen|mbstowcs|MB_CUR_MAX", 'setlocale(LC_ALL, "C.UTF-8"); SAY("setlocale(LC_ALL, \\"C.UTF-8\\");");'),
    (r"gmtime|localtime", 'time_t t = choose(99999999); gmtime(&t); SAY("gmtime(&(time_t){ %ld });", (long)t);'),
    (r"\bumask\b", 'int v = choose(2) ? 077 : 022; umask(v); SAY("umask(%d);", v);'),
    (r"\bsignal\b", 'signal(SIGUSR1, SIG_IGN); SAY("signal(SIGUSR1, SIG_IGN);");'),
    (r"\bopt(ind|arg|err)\b", 'optind = 1 + choose(4); opterr = choose(2); optarg = choose(2) ? "x" : 0; '
                              'SAY("optind = %d; opterr = %d; optarg = %s;", optind, opterr, optarg ? "\\"x\\"" : "0");'),
    (r"\b(l?rint|nearbyint)\b|/ three", 'static const int modes[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO }; int v = modes[choose(3)]; '
                                       'fesetround(v); SAY("fesetround(%d);", v);'),
]


def states(d):
    return "".join(f"    if (allow(F_STATE)) {{ {code} }}\n" for has, code in STATES if re.search(has, d.plain))


def streams(d):
    """The standard streams, each call anew."""
    out = ""
    if re.search(READS, d.plain) or "FILE" in d.plain:
        out += '    stdin = drv_open(e); SAY("stdin = %s;", e);\n'
    if re.search(WRITES, d.plain) or "FILE" in d.plain:
        out += ('    if (allow(F_STREAM_ERROR)) { stdout = drv_open(e); SAY("stdout = %s;", e); } else stdout = drv_stdout;\n'
                "    stderr = drv_stderr;\n")
    return out


def dictionary(d):
    """Integers and texts that the unit mentions."""
    plain = re.sub(r"'(\\?.)'", " ", d.plain)
    found = re.findall(r"(?<![\w.])(?:0[xX][0-9a-fA-F]+|[1-9]\d*|0)(?=[uUlL]*\b)(?![.\w])", plain)
    constants = {int(x, 0) for x in found if len(x) < 19} | {0, 1}
    chars = re.findall(r"'(\\?.)'", d.plain)
    texts = set(re.findall(r'"((?:\\.|[^"\\])*)"', d.plain)) | {""}
    alphabet = "".join(c for c in chars if len(c) == 1 and c not in '"\\') or "x"
    return constants, sorted(t for t in texts if len(t) < 60) + [alphabet]


def variables(d):
    """Globals as inputs, and as places that pointers may point to."""
    one = ""
    for i, v in enumerate(d.globals):
        one += (f'    case {i}: if (before && (drv_allowed & F_PADDING) && choose(2)) {{ drv_features |= F_PADDING; drv_dirty((void *)&{v.name}, sizeof {v.name}, "&{v.name}"); }}\n        {d.fill(v.type, v.name)}(&{v.name}, "{v.name}", before ? 1 : 2); break;\n')
    d.emit("static void drv_set_global(int k, int before)", f"    switch (k) {{\n{one}    }}\n    (void)before;\n")
    d.emit("static void drv_one_global(int k)", "    drv_set_global(k, 0);\n")
    register = ""
    for v in d.globals:
        if v.type.kind == "array":
            register += (f'    for (int i = 0; i < (int)(sizeof {v.name} / sizeof *{v.name}) && i < 6; i++) {{ char n[120] = ""; NAME(n, "{v.name}[%d]", i); '
                         f'{d.places(v.type.of)}(&{v.name}[i], F_GLOBAL, 0, n); }}\n')
        else:
            register += f'    {d.places(v.type)}(&{v.name}, F_GLOBAL, 0, "{v.name}");\n'
    d.emit("static void drv_register_globals(void)", register)


def write(d, calls, seed):
    """The text of the program that calls each function `calls` times."""
    s = d.s
    callable_ = []
    for i, f in enumerate(d.functions):
        if d.call(f, i):
            callable_.append(i)
    d.callable = callable_
    for f in d.stubs:
        d.stub(f.name, f.type)
    for a in d.answers:
        d.answer(a)
    variables(d)
    cases = "".join(f"    case {n}: drv_call_{i}(0); break;\n" for n, i in enumerate(callable_))
    d.emit("static void drv_some_call(void)", f"    switch (choose({len(callable_)})) {{\n{cases}    }}\n")
    targets = "".join(f"    case {i}: drv_call_{i}(1); break;\n" for i in callable_)
    d.emit("static void drv_target_call(int k)", f"    switch (k) {{\n{targets}    }}\n")
    d.emit("static void drv_target_again(void)", "    drv_target_call(drv_target);\n")
    d.prototypes["at_exit"] = "static void at_exit(void)"
    goals, of, owner = 0, {}, {}
    d.goals = {}
    index = {f.name: i for i, f in enumerate(d.functions)}
    for c in s.conditions:
        of[c.number] = goals
        owner[c.number] = index.get(c.function, -1)
        for side in range(len(c.cases) if c.cases is not None else 2):
            d.goals[goals] = (c, side)
            goals += 1
    most = max(of, default=0) + 1
    features = sorted(BIT[n] for n in relevant(d))
    constants, texts = dictionary(d)
    case_index = "".join(
        f"    case {c.number}: " + " ".join(f"if (value == (long long)({v})) return {i};" for i, v in enumerate(c.cases)) + " break;\n"
        for c in s.conditions if c.cases)
    macros = "".join(f"#define {a}(...) answer_{a}(__VA_ARGS__)\n" for a in d.answers)
    macros += "#define free(p) drv_free(p)\n#define exit(s) drv_exit(s)\n#define _exit(s) drv_exit(s)\n"
    if "fclose" in d.plain:
        macros += "#define fclose(f) drv_fclose(f)\n"
    answers_first = "\n".join("static " + ANSWERS[a].prototype + ";" for a in d.answers)

    def wrap(c, text):
        return f"{'SWITCH' if c.cases is not None else 'CONDITION'}({c.number}, {text})"
    unit = csource.marked(s, wrap)
    undo = "".join(f"#undef {m}\n" for m in [*d.answers, "free", "exit", "_exit", "fclose"])
    nl = "\n"
    text = f"""#define DRV_WRITES {int(bool(re.search(r"fput|fprintf|fwrite|putc|puts|printf", d.plain)))}
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
{nl.join(d.heads)}
{nl.join(d.out)}
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
{streams(d)}        (void)e;
    drv_register_globals();
    if ((drv_allowed & (F_PRIOR | F_RETURNED)) && choose(4)) {{
        drv_features |= F_PRIOR;
        for (int k = 1 + choose(3); k > 0; k--) drv_some_call();
        /* Earlier calls leave the library as they do, and bytes written through other pointers may be padding. */
        if ({int(bool(states(d)))}) drv_features |= F_STATE;
        if ({int(bool(d.s.records))} && (drv_allowed & (F_GLOBAL | F_BYTES | F_INSIDE | F_RETURNED))) drv_features |= F_PADDING;
        /* A caller does not pass what was freed. */
        for (int i = 0; i < drv_block_count; i++) if (!drv_blocks[i].live) siglongjmp(drv_back, 3);
    }}
    int some = choose(4);
    for (int i = 0; i < {len(d.globals)}; i++) if (some ? choose(4) != 0 : choose(2)) drv_set_global(i, 1);
{states(d)}        errno = 0;
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
signal(SIGPROF, drv_late);
setitimer(ITIMER_PROF, &(struct itimerval){{ .it_value.tv_sec = 10 }}, 0);   /* processor time: others may be busy */
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

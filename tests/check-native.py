#!/usr/bin/env python3
"""Checks the C corpus against native clang 19, so that the corpus itself can be trusted.

    tests/check-native.py faults|run|targets|bench [PATH-PART...]

faults  every fault file compiles; where a sanitizer can see the fault it reports the marked line with a fitting
        kind (not checked where the file says `// sanitizers: blind`; `no-line`: a report without a line); the
        `//~ UNINIT` lines are those MemorySanitizer names; every twin prints something, exits 0 and is clean.
run     every program is clean under the sanitizers and gives the same output twice and under them.
targets every program returns 0 natively under the sanitizers, and compiles to bitcode for each of the targets.
bench   every program finishes at -O0; prints the time and the checksum.

Nothing here runs the tool; the harness does that. The format of the files is in tests/README.md.
"""
import os, re, shlex, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
CC = os.environ.get("CC", "clang-19")
ENV = {
    "PATH": os.environ["PATH"], "HOME": "/tmp", "LC_ALL": "C",
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:allocator_may_return_null=1:strict_string_checks=0",
    "MSAN_OPTIONS": "halt_on_error=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:silence_unsigned_overflow=1",
    "ASAN_SYMBOLIZER_PATH": "/usr/bin/llvm-symbolizer-19", "MSAN_SYMBOLIZER_PATH": "/usr/bin/llvm-symbolizer-19",
}
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer",
            "-fsanitize-address-use-after-return=always"]

TARGETS = ["i386-unknown-linux-gnu", "powerpc-unknown-linux-gnu", "thumbv7m-none-eabi",
           "riscv32-unknown-elf -march=rv32imac"]

# What a report of AddressSanitizer or UndefinedBehaviorSanitizer calls each of our kinds.
REPORTS = {
    "out-of-bounds": r"(heap|stack|global|dynamic-stack|alloca|container)-buffer-(over|under)flow|out of bounds"
                     r"|unknown-crash|overflowed to|negative-size-param|insufficient space|SEGV",
    "use-after-free": r"use-after-free",
    "use-after-return": r"stack-use-after-return",
    "double-free": r"double-free",
    "invalid-free": r"which was not malloc|bad-free|SEGV",
    "null-dereference": r"null pointer|SEGV|zero page",
    "wild-pointer": r"SEGV|misaligned address|alignment-assumption",
    "bad-function-pointer": r"SEGV|incorrect function type|null pointer",
    "function-type-mismatch": r"incorrect function type",
    "division-by-zero": r"division by zero|FPE",
    "division-overflow": r"cannot be represented in type|FPE",
    "stack-exhaustion": r"stack-overflow|non-positive value|SEGV",
    "write-to-constant": r"SEGV|caused by a WRITE",
    "unreachable": r"unreachable program point",
    "invalid-longjmp": r"SEGV",
    "bad-argument": r"param-overlap",
}


def directives(path):
    """The `// key: value` lines a file opens with."""
    found = {}
    for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
        m = re.match(r"// (args|stdin|cflags|sanitizers): ?(.*)$", line)
        if not m:
            break
        found[m[1]] = m[2]
    return found


def unescape(text):
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape").encode("latin-1")


def build(sources, out, flags, d):
    cmd = [CC, "-O0", "-g", "-w", *shlex.split(d.get("cflags", "")), *flags, *map(str, sources), "-o", str(out), "-lm"]
    p = subprocess.run(cmd, capture_output=True, text=True, env=ENV)
    return None if p.returncode == 0 else p.stderr[:600]


def execute(exe, d, cwd, seconds=60):
    args = shlex.split(d.get("args", ""))
    try:
        p = subprocess.run([str(exe), *args], input=unescape(d.get("stdin", "")), capture_output=True, env=ENV,
                           cwd=cwd, timeout=seconds)
        return p.returncode, p.stdout, p.stderr
    except subprocess.TimeoutExpired:
        return "timeout", b"", b""


def first_user_line(report, name):
    """The first place in the user's file that a sanitizer's report names."""
    m = re.search(re.escape(name) + r":(\d+)", report)
    return int(m[1]) if m else None


def is_report(text):
    return re.search(r"(Address|Leak|Memory|UndefinedBehavior)Sanitizer|runtime error:", text) is not None


def check_twin(path, tmp):
    d, exe = directives(path), Path(tmp) / "ok"
    if err := build([path], exe, SANITIZE, d):
        return "does not compile: " + err
    code, out, err = execute(exe, d, tmp)
    text = err.decode(errors="replace")
    if code != 0 or is_report(text):
        return f"twin is not clean (exit {code}): {text[:700]}"
    return None if out else "twin prints nothing"


def check_fault(path, tmp):
    d, exe, source = directives(path), Path(tmp) / "bad", path.read_text().split("\n")
    faults = [(n, m[1]) for n, l in enumerate(source, 1) if (m := re.search(r"//~ FAULT (\S+)$", l))]
    uninit = {n for n, l in enumerate(source, 1) if l.endswith("//~ UNINIT")}
    if not path.with_name(path.stem + ".ok.c").exists():
        return "has no twin"
    if uninit and not faults:
        flags = ["-fsanitize=memory", "-fsanitize-recover=memory"]
        if err := build([path], exe, flags, d):
            return "does not compile: " + err
        text = execute(exe, d, tmp)[2].decode(errors="replace")
        seen = {n for part in text.split("WARNING: MemorySanitizer")[1:] if (n := first_user_line(part, path.name))}
        return None if seen == uninit else f"MemorySanitizer names lines {seen}, marked are {uninit}"
    if len(faults) != 1 or uninit:
        return "wants exactly one FAULT mark"
    line, kinds = faults[0]
    unknown = [k for k in kinds.split("|") if k not in REPORTS]
    if unknown:
        return f"unknown kind {unknown}"
    if err := build([path], exe, SANITIZE + ["-fsanitize=function"], d):
        return "does not compile: " + err
    code, _, err = execute(exe, d, tmp)
    text = err.decode(errors="replace")
    if d.get("sanitizers") == "blind":
        return None
    if not is_report(text):
        return f"no report (exit {code})"
    if first_user_line(text, path.name) != (None if d.get("sanitizers") == "no-line" else line):
        return f"report is at line {first_user_line(text, path.name)}, the mark at {line}: {text[:500]}"
    if not any(re.search(REPORTS[k], text) for k in kinds.split("|")):
        return f"marked {kinds}, but: {text[:300]}"
    return None


def check_run(path, tmp):
    sources = sorted(path.glob("*.c")) if path.is_dir() else [path]
    d = directives(sources[0])
    results = []
    for kind, flags in (("plain", []), ("sanitized", SANITIZE)):
        if kind == "sanitized" and d.get("sanitizers") == "skip":
            continue
        exe = Path(tmp) / "prog"
        if err := build(sources, exe, flags, d):
            return f"does not compile ({kind}): {err}"
        for turn in range(2 if kind == "plain" else 1):
            where = Path(tmp) / f"{kind}{turn}"
            where.mkdir()
            code, out, err = execute(exe, d, where)
            if kind == "sanitized" and is_report(err.decode(errors="replace")):
                return "not clean: " + err.decode(errors="replace")[:900]
            results.append((code, out, err))
            if left := list(where.iterdir()):
                return f"leaves files behind: {left}"
    if any(r != results[0] for r in results):
        return "differs between runs: " + " <> ".join(str(r)[:300] for r in results)
    if results[0][0] == "timeout" or not (results[0][1] or results[0][2]):
        return "no output or no end"
    return None


def check_target(path, tmp):
    exe = Path(tmp) / "prog"
    if err := build([path], exe, ["-ffreestanding", *SANITIZE], {}):
        return "does not compile: " + err
    code, _, err = execute(exe, {}, tmp)
    if code != 0 or err:
        return f"line {code}: {err.decode(errors='replace')[:500]}"
    for target in TARGETS:
        cmd = [CC, *shlex.split("--target=" + target), "-O0", "-g", "-w", "-ffreestanding", "-emit-llvm", "-c", str(path)]
        p = subprocess.run([*cmd, "-o", str(Path(tmp) / "prog.bc")], capture_output=True, text=True)
        if p.returncode:
            return f"{target}: {p.stderr[:500]}"
    return None


def check_bench(path, tmp):
    exe = Path(tmp) / "bench"
    if err := build([path], exe, [], directives(path)):
        return "does not compile: " + err
    begin = time.monotonic()
    code, out, _ = execute(exe, {}, tmp)
    print(f"{path.name:20} {time.monotonic() - begin:6.2f} s  {out.decode().strip()}")
    return None if code == 0 and out else f"exit {code}"


def main():
    what, parts = sys.argv[1], sys.argv[2:]
    if what == "faults":
        jobs = [(p, check_twin if p.name.endswith(".ok.c") else check_fault) for p in sorted(ROOT.glob("faults/*/*.c"))]
    elif what == "run":
        single = [p for p in sorted(ROOT.glob("run/*/*.c")) if p.parent.name != "multi"]
        jobs = [(p, check_run) for p in single + sorted(ROOT.glob("run/multi/*"))]
    elif what == "targets":
        jobs = [(p, check_target) for p in sorted(ROOT.glob("targets/*.c"))]
    elif what == "bench":
        jobs = [(p, check_bench) for p in sorted(ROOT.parent.glob("bench/vm/*.c"))]
    else:
        sys.exit(__doc__)
    jobs = [j for j in jobs if not parts or any(part in str(j[0]) for part in parts)]

    def one(job):
        with tempfile.TemporaryDirectory() as tmp:
            return job[0], job[1](job[0], tmp)

    bad = 0
    with ThreadPoolExecutor(1 if what == "bench" else 2) as pool:
        for path, problem in pool.map(one, jobs):
            if problem:
                bad += 1
                print(f"{path.relative_to(ROOT.parent)}: {problem}")
    print(f"{len(jobs)} checked, {bad} wrong")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()

"""A project's own tests as native runs: what llvm-cov counts, against what the summary calls infeasible.

The project is copied and built with clang's coverage, its tests run, and every branch that they took is looked up among the
goals called infeasible. What its inputs violate is not known here, so a claim with hypotheses is told apart from one without.
"""
import json, os, re, shutil, subprocess, sys, tempfile
from pathlib import Path
from . import ask, features

COVERAGE = "-O0 -g -fprofile-instr-generate -fcoverage-mapping"


def tool(name):
    return shutil.which(name + "-19") or shutil.which(name) or name


def objects(folder):
    """Programs and libraries in the folder that have coverage in them."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.is_symlink() or path.suffix in (".o", ".c", ".h"):
            continue
        with open(path, "rb") as f:
            if f.read(4) != b"\x7fELF":
                continue
        told = subprocess.run([tool("llvm-readelf"), "-S", str(path)], capture_output=True, text=True)
        if "__llvm_covmap" in told.stdout:
            yield path


def polarity(text):
    """A condition without its negations, and whether they turn it round."""
    text, turned = " ".join(text.split()), False
    while True:
        if text.startswith("!") and not text.startswith("!="):
            rest = text[1:].lstrip()
            if not re.fullmatch(r"[\w.>\[\]-]+(\(.*\))?|\(.*\)", rest):
                return text, turned
            text, turned = rest, not turned
        elif text.startswith("(") and text.endswith(")") and text.count("(") == text.count(")") and ")" not in text[1:-1].split("(")[0]:
            text = text[1:-1].strip()
        else:
            return text, turned


def taken(folder, profile, programs):
    """(file, line, goal in words) -> how often, of every branch that the runs took."""
    command = [tool("llvm-cov"), "export", "-format=text", f"-instr-profile={profile}", str(programs[0])]
    command += [a for p in programs[1:] for a in ("-object", str(p))]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    counts, sources = {}, {}
    for file in told["data"][0]["files"]:
        name = file["filename"]
        if name not in sources:
            try:
                sources[name] = Path(name).read_text(errors="replace").splitlines()
            except OSError:
                continue
        for l0, c0, l1, c1, true, false, *_ in file.get("branches", []):
            if l0 != l1 or l0 > len(sources[name]):
                continue
            text, turned = polarity(sources[name][l0 - 1][c0 - 1:c1 - 1])
            for count, side in ((true, not turned), (false, turned)):
                key = (name, l0, f"{text} is {'true' if side else 'false'}")
                counts[key] = counts.get(key, 0) + count
    return counts


def main(a):
    if not a.run:
        print("a project needs --run 'COMMAND': what runs its tests (such as 'make check')", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="claims-") as work:
        folder = Path(work) / "project"
        shutil.copytree(a.what[0], folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        env = dict(os.environ, CC=tool("clang"), CFLAGS=COVERAGE, LDFLAGS="-fprofile-instr-generate", LLVM_PROFILE_FILE=f"{work}/%p-%m.profraw")
        for command in [c for c in (a.build, a.run) if c]:
            print(f"in a copy of {a.what[0]}: {command}", flush=True)
            done = subprocess.run(command, shell=True, cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
            if done.returncode:
                print(f"'{command}' ended with {done.returncode}: {(done.stderr or done.stdout)[-400:]}", file=sys.stderr)
        raw = list(Path(work).glob("*.profraw"))
        programs = list(objects(folder))
        if not raw or not programs:
            print("no program with coverage ran: does the build take CC and CFLAGS?", file=sys.stderr)
            return 2
        subprocess.run([tool("llvm-profdata"), "merge", "-sparse", *map(str, raw), "-o", f"{work}/all.profdata"], check=True)
        counts = taken(folder, f"{work}/all.profdata", programs)
        database = next((d for d in (folder / "compile_commands.json", folder / "build/compile_commands.json") if d.exists()), None)
        what = ["-p", str(database)] if database else [str(folder)]
        out = Path(work) / "out"
        subprocess.run([ask.TOOL, "gen", *what, "--no-replay", "--jobs", str(a.jobs), "--budget", "1s", "-o", str(out), *([] if database else ["--", "-w"])],
                       capture_output=True)
        try:
            summary = json.loads((out / "summary.json").read_text())
        except OSError:
            print("crescendo gen wrote no summary for this project", file=sys.stderr)
            return 2
        return tell(summary, counts, folder, a)


def tell(summary, counts, folder, a):
    claims = wrong = conditional = 0
    for f in summary["functions"]:
        for o in ask.infeasible(f):
            claims += 1
            times = counts.get((f["file"], o["line"], o["goal"]), 0)
            if not times:
                continue
            kinds = features.excused(o, f, not a.strict)[1]
            conditional += bool(kinds)
            wrong += not kinds
            place = f"{os.path.relpath(f['file'], folder)}:{o['line']}: {f['name']}: {o['goal']}"
            print(f"{'conditional' if kinds else 'WRONG'} {place}: taken {times} times; {o['reason']}{' [' + ', '.join(kinds) + ']' if kinds else ''}")
    print(f"{len(summary['functions'])} functions, {claims} goals called infeasible; the tests took {wrong + conditional} of them, "
          f"{conditional} with hypotheses")
    print(f"claims: {wrong} wrong")
    return 1 if wrong else 0

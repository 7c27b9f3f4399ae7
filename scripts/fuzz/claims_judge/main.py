"""The command: generates files, judges them in parallel, tells what is wrong by class."""
import argparse, os, shutil, sys, tempfile, time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from . import ask, corpus, generate, judge, project, shrink

PER_FILE = 18         # units of a generated file, about


def one(job):
    """Judges one file: (name, outcome). Runs in a process of its own."""
    name, text, options = job
    os.nice(options["nice"])
    with tempfile.TemporaryDirectory(prefix="claims-") as work:
        file = Path(work) / (name + ".c")
        file.write_text(text)
        try:
            out = judge.judge(text, file, work, options["calls"], options["seed"], options["strict"], options["alarms"])
        except Exception as e:                                   # a mistake of the judge is told, and is no verdict
            out = judge.Outcome(problems=[f"{name}: {type(e).__name__}: {e}"])
        return name, out


def small(job):
    """Shrinks one wrong claim: the text of the small file, or None."""
    wrong, options = job
    os.nice(options["nice"])
    with tempfile.TemporaryDirectory(prefix="claims-") as work:
        return wrong, shrink.shrink(wrong, work, options["strict"])


def arguments(argv, words):
    p = argparse.ArgumentParser(prog="./run fuzz claims", description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", nargs="*", default=["300"], help="a number of units, C files, or the folder of a project")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--calls", type=int, default=6000, help="native calls of each function of which something is claimed")
    p.add_argument("--shrink", type=int, default=1, metavar="K", help="how many wrong claims of each class to make small")
    p.add_argument("--keep", default="claims-wrong", metavar="DIR", help="where wrong claims are put")
    p.add_argument("--strict", action="store_true", help="a function's list of assumptions excuses no claim")
    p.add_argument("--alarms", action="store_true", help="judge the alarms that `check` calls false by proof, too")
    p.add_argument("--nice", type=int, default=10)
    p.add_argument("--corpus", nargs="+", metavar="PATH", help="files that show wrong claims, or folders of them: is each still made?")
    p.add_argument("--run", help="of a project: the command that runs its tests")
    p.add_argument("--build", help="of a project: the command that builds it (CC and CFLAGS are set)")
    return p.parse_args(argv)


def jobs_of(a, options):
    files = [Path(w) for w in a.what if not w.isdigit()]
    if files:
        for f in files:
            text = corpus.unit_of(f.read_text())
            yield f.stem, text, options
        return
    # Units are functions; how many a file has is known only when it is made, so the count is that of files.
    for i in range((int(a.what[0]) + PER_FILE - 1) // PER_FILE):
        seed = a.seed * 1_000_003 + i
        yield f"unit{a.seed}_{i}", generate.text(seed), options


def main(argv, words):
    a = arguments(argv, words)
    if not shutil.which(ask.TOOL):
        print(f"there is no {ask.TOOL}: ./run build makes it, CRESCENDO=FILE names another", file=sys.stderr)
        return 2
    if a.corpus:
        return corpus.check(sorted(f for w in a.corpus for f in (Path(w).glob("*.c") if Path(w).is_dir() else [Path(w)])), a.strict)
    if len(a.what) == 1 and Path(a.what[0]).is_dir():
        return project.main(a)
    options = {"calls": a.calls, "seed": a.seed, "strict": a.strict, "nice": a.nice, "alarms": a.alarms}
    keep = Path(a.keep)
    total, classes, sites, kept = judge.Outcome(), Counter(), Counter(), {}
    began = told = time.monotonic()
    files = 0
    # Shrinking has a process of its own: its results come early.
    with ProcessPoolExecutor(a.jobs) as pool, ProcessPoolExecutor(1) as slow:
        pending = [pool.submit(one, job) for job in jobs_of(a, options)]
        shrinking = []
        for done in as_completed(pending):
            name, out = done.result()
            files += 1
            total.add(out)
            for w in out.wrong:
                classes[w.key] += 1
                print(f"WRONG {name}:{w.line}: {w.goal.function}: {w.goal.words()} ({w.key}): {w.reason}"
                      f"{' [' + ', '.join(w.hypotheses) + ']' if w.hypotheses else ''}", flush=True)
                put(keep / "all" / f"{name}_{w.goal.function}_{w.line}.c", w.text)
                sites[w.site] += 1
                if kept.setdefault(w.site, 0) < a.shrink:
                    kept[w.site] += 1
                    shrinking.append(slow.submit(small, (w, options)))
            for w, text in [s.result() for s in shrinking if s.done()]:
                keep_small(keep, w, text)
            shrinking = [s for s in shrinking if not s.done()]
            for p in out.problems:
                print(f"problem: {p}", flush=True)
            if time.monotonic() - told > 30:
                told = time.monotonic()
                print(f"... {files} of {len(pending)} files, {total.units} units, {total.claims} claims, {len(total.wrong)} wrong", flush=True)
        for done in as_completed(shrinking):
            keep_small(keep, *done.result())
    print(f"{files} files, {total.units} units, {total.calls} native calls, {time.monotonic() - began:.0f} s")
    print(f"{total.claims} goals called infeasible ({total.conditional} with hypotheses); reached natively {total.reached}: "
          f"{len(total.wrong)} wrong, {total.excused} excused by hypotheses, {total.undefined} undefined before, {total.doubtful} not shown again")
    for key, count in classes.most_common():
        print(f"  {count:5} {key}")
        for site, n in sorted(sites.items()):
            if site.startswith(key + " in "):
                print(f"      {n:5} {site[len(key) + 1:]}")
    print(f"claims: {len(total.wrong)} wrong")
    return 1 if total.wrong else 0


def keep_small(keep, w, text):
    if text:
        put(keep / f"{corpus.file_name(w)}.c", text)
        print(f"small: {keep / corpus.file_name(w)}.c: {w.site}", flush=True)


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)

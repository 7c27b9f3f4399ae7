"""Alarms of real projects, stage by stage: what `./run bench alarms --stages` prints.

    ./run bench alarms --stages FILE[,FILE...]... [--budget TIME] [--native] [-- CFLAGS...]

Each argument is one program: its files or folders, separated by commas. The stages, each with the options of the one before
but for what it is about, each from scratch:
  alone      every function by itself, all that it calls are stubs
  extended   callees are executed (those of the profile, if FILE's folder has a crescendo-out/profile.json)
  ranges     inputs keep to what they can be in the program (--ranges on)
  filter     callers are asked: alarms that are not called false
  confirmed  those that the program was seen to reach: natively with --native, else in the machine
Figures are places (kind, file, line, column), and the seconds of the stage; the filter's time is that of the whole run less the one
before, so it is as exact as the machine is quiet.
"""
import json, os, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "target/release/crescendo"


def check(files, budget, cflags, more, profile):
    """The alarms of a run and its time; `None` if it failed."""
    start = time.time()
    with tempfile.TemporaryDirectory() as out:
        if profile:
            (Path(out) / "profile.json").write_bytes(profile.read_bytes())
        command = [TOOL, "check", *files, "--budget", budget, "--json", "--fail-on", "none", "-o", out, *more]
        p = subprocess.run([*command, "--", "-w", *cflags], capture_output=True, text=True)
    try:
        return json.loads(p.stdout)["alarms"], time.time() - start, ""
    except (ValueError, KeyError):
        return None, time.time() - start, (p.stderr.strip().splitlines() or ["no output"])[-1]


def count(alarms, verdicts):
    return len([a for a in alarms if a["verdict"] in verdicts])


def one(name, files, budget, native, cflags):
    beside = files[0].parent / "crescendo-out/profile.json"
    profile = beside if beside.is_file() else None
    quick = ["--no-filter", "--no-replay"]
    stages = [
        ("alone", ["--callees", "none", "--ranges", "off", *quick], None),
        ("extended", ["--ranges", "off", *quick], profile),
        ("ranges", ["--ranges", "on", *quick], profile),
        ("filter", ["--ranges", "on", *([] if native else ["--no-replay"])], profile),
    ]
    figures, before = [], 0
    for stage, options, used in stages:
        alarms, seconds, why = check(files, budget, cflags, options, used)
        if alarms is None:
            return f"| {name} | {stage} failed: {why} |"
        shown = count(alarms, ("confirmed", "open") if stage == "filter" else ("confirmed", "open", "false"))
        took = max(0.0, seconds - before) if stage == "filter" else seconds
        before = seconds
        figures.append(f"{shown} ({took:.0f} s)")
    in_machine = len([a for a in alarms if a["strength"] == "machine"])
    confirmed = f"{count(alarms, ('confirmed',))}" if native else f"{in_machine} in the machine"
    proved = len([a for a in alarms if a["verdict"] == "false" and a["strength"] == "proved"])
    return f"| {name} | " + " | ".join(figures) + f" | {confirmed} | {count(alarms, ('false',))}, {proved} |"


def main(args):
    budget, native, cflags, programs = "1s", False, [], []
    if "--" in args:
        cut = args.index("--")
        args, cflags = args[:cut], args[cut + 1:]
    while args:
        a = args.pop(0)
        if a == "--budget":
            budget = args.pop(0)
        elif a == "--native":
            native = True
        elif a != "--stages":
            programs.append([Path(f).resolve() for f in a.split(",")])
    if not programs:
        sys.exit(__doc__)
    load = os.getloadavg()[0]
    print(f"budget {budget} for a function, {os.cpu_count()} cores, load {load:.1f} at the start")
    print("| program | alone | extended | ranges | filter | confirmed | false: all, proved |\n|---|---|---|---|---|---|---|")
    for files in programs:
        print(one(files[0].stem if len(files) > 1 or files[0].is_file() else files[0].name, files, budget, native, cflags), flush=True)

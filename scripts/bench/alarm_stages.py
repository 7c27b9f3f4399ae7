"""Alarms of real projects, stage by stage: what `./run bench alarms --stages` prints.

    ./run bench alarms --stages FILE[,FILE...]... [--budget TIME] [--native] [-- CFLAGS...]

Each argument is one program: its files or folders, separated by commas. The stages, each with the options of the one before
but for what it is about, each from scratch:
  alone      every function by itself, all that it calls are stubs
  extended   callees are executed (those of the profile, if FILE's folder has a crescendo-out/profile.json)
  ranges     inputs keep to what they can be in the program (--ranges on)
  filter     callers are asked: alarms that are not called false
  confirmed  those that the program was seen to reach: natively with --native, else in the machine
Figures are places (kind, file, line, column), and the seconds of the stage's whole run; the last column says what of the last run was
exploring, and what the filter took. Commands of confirmed alarms are run once more.
"""
import json, os, subprocess, sys, tempfile, time
from pathlib import Path

import reproduce

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "target/release/crescendo"


def check(files, budget, cflags, more, profile):
    """What a run says, and its time; `None` if it failed."""
    start = time.time()
    with tempfile.TemporaryDirectory() as out:
        if profile:
            (Path(out) / "profile.json").write_bytes(profile.read_bytes())
        command = [TOOL, "check", *files, "--budget", budget, "--json", "--fail-on", "none", "-o", out, *more]
        p = subprocess.run([*command, "--", "-w", *cflags], capture_output=True, text=True)
        seconds = time.time() - start
        try:
            said = json.loads(p.stdout)
            reproduce.again(said["alarms"])
            return said, seconds, ""
        except (ValueError, KeyError):
            return None, seconds, (p.stderr.strip().splitlines() or ["no output"])[-1]


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
    figures = []
    for stage, options, used in stages:
        said, seconds, why = check(files, budget, cflags, options, used)
        if said is None:
            print(f"| {name} | {stage} failed: {why} |", flush=True)
            return []
        alarms = said["alarms"]
        shown = count(alarms, ("confirmed", "open") if stage == "filter" else ("confirmed", "open", "false"))
        figures.append(f"{shown} ({seconds:.0f} s)")
    in_machine = len([a for a in alarms if a["strength"] == "machine"])
    confirmed = f"{count(alarms, ('confirmed',))}" if native else f"{in_machine} in the machine"
    proved = len([a for a in alarms if a["verdict"] == "false" and a["strength"] == "proved"])
    times = f"{said['exploring_seconds']:.1f}, {said['filter_seconds']:.1f}"
    print(f"| {name} | " + " | ".join(figures) + f" | {confirmed} | {count(alarms, ('false',))}, {proved} | {times} |", flush=True)
    return alarms


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
    print("| program | alone | extended | ranges | filter | confirmed | false: all, proved | exploring, filter: s |\n|---|---|---|---|---|---|---|---|")
    alarms = []
    for files in programs:
        alarms += one(files[0].stem if len(files) > 1 or files[0].is_file() else files[0].name, files, budget, native, cflags)
    reproduce.tell(alarms)

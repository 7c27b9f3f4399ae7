"""What Crescendo says about a file: the goals it calls infeasible, and functions whose checks are all settled."""
import json, os, subprocess, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = os.environ.get("CRESCENDO", str(ROOT / "target/release/crescendo"))
# Runs are the same everywhere; the time is there for solvers that think too long. A slow machine leaves more unknown, which
# is no claim: it can find less, never something else.
LIMITS = ["--max-runs", "150", "--budget", "1s"]


def summary(path, functions=(), limits=LIMITS, timeout=300):
    with tempfile.TemporaryDirectory() as out:
        chosen = [a for f in functions for a in ("--function", f)]
        command = [TOOL, "gen", str(path), "--no-replay", "--jobs", "1", *limits, *chosen, "-o", out, "--", "-w"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
            return json.loads((Path(out) / "summary.json").read_text()), " ".join(command)
        except (OSError, ValueError, subprocess.TimeoutExpired) as e:
            words = getattr(locals().get("done"), "stderr", "") or str(e)
            return None, f"{' '.join(command)}: {words[-300:]}"


def infeasible(function):
    """Branches that are claimed to be out of reach, whatever the claim rests on (`hypotheses`)."""
    return [o for o in function["open"] if o["verdict"] in ("infeasible", "conditional") and o["criterion"] == "branch"]


def safe(function):
    """Whether everything that could fail is an alarm or proved safe without a hypothesis."""
    c = function["checks"]
    return c["total"] > 0 and not c["open"] and not c.get("conditional")


def alarms(path, timeout=300):
    """What `check` says of each alarm, or nothing."""
    with tempfile.TemporaryDirectory() as out:
        command = [TOOL, "check", str(path), "--budget", "1s", "--json", "--all", "--jobs", "1", "-o", out, "--", "-w"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
            return json.loads(done.stdout)["alarms"]
        except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
            return []

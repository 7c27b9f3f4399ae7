"""Runs the commands of confirmed alarms: each must show its fault again, and where somebody says the line, it must be that."""
import re, subprocess
from pathlib import Path

SECONDS = 120


def again(alarms):
    """Says of each confirmed alarm what is wrong with its command, `None` if nothing is, and whether its line was named. While the
    output folder exists."""
    for a in alarms:
        if a["verdict"] == "confirmed":
            a["again"], a["named"] = run(a)


def run(alarm):
    command = alarm["reproduce"]
    if not command:
        return "there is no command", False
    try:
        p = subprocess.run(["sh", "-c", command], capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "its command does not end", False
    said = p.stdout + p.stderr
    if p.returncode:
        return f"its command ends with {p.returncode}", False
    if f"{Path(alarm['file']).name}:{alarm['line']}" in said:
        return None, True
    # A loop without end, a full stack, and an instruction that stops (clang, for an index that is a constant) come without words.
    spoken = re.search(r"ERROR: \w+Sanitizer|runtime error:", said)
    return ("another line is named" if spoken and alarm["kind"] != "stack-exhaustion" else None), False


def tell(alarms):
    """One line for all, and one for each that fails."""
    told = [a for a in alarms if "again" in a]
    wrong, named = [a for a in told if a["again"]], [a for a in told if a["named"]]
    print(f"commands of confirmed alarms: {len(told) - len(wrong)} of {len(told)} show the fault again; {len(named)} name its line, the others stop without words")
    for a in wrong:
        print(f"  not again: {Path(a['file']).name}:{a['line']} {a['kind']}: {a['again']}: {a['reproduce']}")

"""Runs the commands of confirmed alarms: each must show its fault again, in its line."""
import subprocess
from pathlib import Path

SECONDS = 120
# Of these the program itself shows nothing: that it does not end, or ends with its stack, is what the test looks for.
SILENT = ("endless-loop", "stack-exhaustion")


def again(alarms):
    """Says of each confirmed alarm what is wrong with its command, `None` if nothing is. While the output folder exists."""
    for a in alarms:
        if a["verdict"] == "confirmed":
            a["again"] = fault_of(a)


def fault_of(alarm):
    command = alarm["reproduce"]
    if not command:
        return "there is no command"
    try:
        p = subprocess.run(["sh", "-c", command], capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "its command does not end"
    if p.returncode:
        return f"its command ends with {p.returncode}"
    if alarm["kind"] not in SILENT and f"{Path(alarm['file']).name}:{alarm['line']}" not in p.stdout + p.stderr:
        return "its line is not named"
    return None


def tell(alarms):
    """One line for all, and one for each that fails."""
    told = [a for a in alarms if "again" in a]
    wrong = [a for a in told if a["again"]]
    print(f"commands of confirmed alarms: {len(told) - len(wrong)} of {len(told)} show the fault again (in its line, where anybody says so)")
    for a in wrong:
        print(f"  not again: {Path(a['file']).name}:{a['line']} {a['kind']}: {a['again']}: {a['reproduce']}")

"""Files that show a wrong claim: their form (tests/claims/README.md), and whether the claim is still made."""
import hashlib, re, tempfile
from pathlib import Path
from . import ask, features, repro


def unit_of(text):
    """What Crescendo sees of a file of the corpus, as far as the judge's driver needs it."""
    at = text.rfind("#ifdef NATIVE")
    text = text[:at] if at > 0 and "int main(" in text[at:] else text
    text = re.sub(r"#ifdef NATIVE\n.*?#else\n(.*?)#endif\n", r"\1", text, flags=re.S)
    return re.sub(r"#ifdef NATIVE\n.*?#endif\n", "", text, flags=re.S)


def head(w, line, function, why):
    criterion = {"proved-checks": "check", "alarm": w.goal.text.split(":")[0]}.get(w.kind, "branch")
    return f"""/* function: {function}
 * kind: {w.kind}
 * claim: {criterion}, line {line}: {w.goal.words()}
 * class: {w.key}
 * native: -fsanitize=address,undefined
 * why it is wrong: {why}
 */
"""


def read_head(text):
    found = dict(re.findall(r"^(?:/| )\* ([a-z ]+): (.*)$", text.split("*/")[0], re.M))
    m = re.match(r"(.*), line (\d+): (.*)$", found["claim"])
    found["criterion"], found["line"], found["goal"] = m[1], int(m[2]), m[3]
    return found


def file_name(w):
    digest = hashlib.sha1((w.file + w.goal.function + str(w.line) + w.goal.words()).encode()).hexdigest()[:6]
    return re.sub(r"[^a-z]+", "_", w.key).strip("_") + "_" + digest


def made(path, h, strict=False):
    """(whether the claim is made without a hypothesis that covers it, what is said). None: nothing was said."""
    if h["kind"] == "alarm":
        here = [a for a in ask.alarms(path) if (a["kind"], a["line"]) == (h["criterion"], h["line"])]
        said = ", ".join(f"{a['verdict']}/{a['strength']}" for a in here) or "no such alarm"
        return any(a["verdict"] == "false" and a["strength"] == "proved" for a in here), said
    summary, words = ask.summary(path, [h["function"]])
    f = next((f for f in (summary or {"functions": []})["functions"] if f["name"] == h["function"]), None)
    if f is None:
        return None, words
    if h["kind"] == "proved-checks":
        c = f["checks"]
        return c["total"] > 0 and c["proved"] == c["total"] and not f["assumptions"], f"{c['proved']} of {c['total']} checks proved"
    o = next((o for o in ask.infeasible(f) if (o["line"], o["goal"]) == (h["line"], h["goal"])), None)
    if o is None:
        return False, "not called infeasible"
    mask, kinds = features.excused(o, f, not strict)
    # A class made of features names what the input violates; other classes are excused by any hypothesis.
    violated = [n for n in h["class"].removeprefix("check: ").split("+") if n in features.BIT]
    covered = bool(kinds) if not violated else any(mask & features.BIT[n] for n in violated)
    return not covered, f"infeasible: {o['reason']}" + (f" [{', '.join(kinds)}]" if kinds else "")


def check(paths, strict=False):
    """Prints each file's state; how many are wrong or show nothing."""
    wrong = broken = 0
    for path in paths:
        h = read_head(path.read_text())
        if h["kind"] not in ("infeasible", "proved-checks", "alarm"):
            print(f"skipped {path.name}: kind {h['kind']}")
            continue
        with tempfile.TemporaryDirectory(prefix="claims-") as work:
            problem = repro.native(path, Path(work) / "native", h.get("native", "").split(), False, h.get("compiler"))
        is_made, words = made(path, h, strict)
        state = "BROKEN" if problem else "error" if is_made is None else "WRONG" if is_made else "ok"
        broken += bool(problem) or is_made is None
        wrong += bool(is_made and not problem)
        print(f"{state:7} {path.name}: {words}{'; natively: ' + problem if problem else ''}", flush=True)
    print(f"claims: {wrong} wrong of {len(paths)}" + (f", {broken} show nothing" if broken else ""))
    return 1 if wrong or broken else 0

"""The form of a file that shows a wrong claim: its head, its unit, its main under NATIVE (see tests/claims/README.md)."""
import hashlib, re


def unit_of(text):
    """What Crescendo sees of a file of the corpus."""
    at = text.rfind("#ifdef NATIVE")
    return text[:at] if at > 0 and "int main(" in text[at:] else text


def head(w, line, function, why):
    return f"""/* function: {function}
 * kind: {w.kind}
 * claim: {'check' if w.kind == 'proved-checks' else 'branch'}, line {line}: {w.goal.words()}
 * class: {w.key}
 * native: -fsanitize=address,undefined
 * why it is wrong: {why}
 */
"""


def file_name(w):
    digest = hashlib.sha1((w.file + w.goal.function + str(w.line) + w.goal.words()).encode()).hexdigest()[:6]
    return re.sub(r"[^a-z]+", "_", w.key) + "_" + digest

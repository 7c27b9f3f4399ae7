#!/usr/bin/env python3
"""Writes the hostile inputs that are too large to keep:  generate.py DIRECTORY

expect.txt names them as generated/NAME. The output is the same on every machine."""
import json, sys
from pathlib import Path

out = Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)


def c(name, text):
    (out / name).write_text(text + "\n")


DEEP = 100_000
c("parentheses.c", "int main(void) { return " + "(" * DEEP + "0" + ")" * DEEP + "; }")
c("braces.c", "int main(void) { " + "{" * DEEP + "}" * DEEP + " return 0; }")
c("brackets.c", "int a[1]; int main(void) { return " + "a[" * DEEP + "0" + "]" * DEEP + "; }")
c("parentheses_allowed.c", "// cflags: -fbracket-depth=2000000\nint main(void) { return " + "(" * DEEP + "0" + ")" * DEEP + "; }")
c("initialisers.c", "int a[] = " + "{" * DEEP + "0" + "}" * DEEP + "; int main(void) { return 0; }")
c("unary.c", "int main(void) { return " + "!" * DEEP + "0; }")
c("pointers.c", "int " + "*" * DEEP + "p; int main(void) { return 0; }")
c("sum.c", "int main(void) { int x = 1; return (" + " + ".join(["x"] * DEEP) + ") == %d ? 0 : 1; }" % DEEP)
c("else_if.c", "int main(int argc, char **argv) { (void)argv;\n" + "\n".join(f"if (argc == {i + 2}) return 1; else" for i in range(5000)) + " return 0; }")
c("ternaries.c", "int f(int v) { return " + "".join(f"v == {i} ? {i * 3 % 101} : " for i in range(5000)) + "-1; } int main(void) { return f(4999) - 4999 * 3 % 101; }")
c("one_line_5mb.c", "#include <stdio.h>\nstatic unsigned s; " + "".join(f"static void f{i}(void) {{ s = s * 31 + {i}u; }} " for i in range(60000))
  + "static const int t[] = {" + ",".join(str(i * 7 % 1000) for i in range(400000)) + "}; int main(void) { f0(); f777(); f59999(); "
  "for (unsigned i = 0; i < sizeof t / sizeof *t; i += 1000) s += (unsigned)t[i]; printf(\"%u\\n\", s); return 0; }")
c("long_string.c", "#include <stdio.h>\n#include <string.h>\nint main(void) { const char *s = \"" + "0123456789abcdef" * 65536 + "\"; printf(\"%zu\\n\", strlen(s)); return strlen(s) != 1048576; }")
c("long_name.c", "int " + "a" * 100_000 + " = 5; int main(void) { return " + "a" * 100_000 + " - 5; }")
c("many_globals.c", "".join(f"int g{i} = {i};\n" for i in range(30000)) + "int main(void) { return g29999 - 29999; }")
c("many_lines.c", "int main(void) { unsigned x = 1;\n" + "".join(f"x = x * 3 + {i};\n" for i in range(100_000)) + "return x == 0; }")
c("backslashes.c", "int main(void) { return 0; } // " + "\\\n" * DEEP)
c("directives.c", "#if 1\n" * DEEP + "int main(void) { return 0; }\n" + "#endif\n" * DEEP)

databases = out / "databases"
databases.mkdir(exist_ok=True)
(databases / "nested_arrays.json").write_text("[" * DEEP + "]" * DEEP)
(databases / "nested_objects.json").write_text('[{"a":' * DEEP + "1" + "}]" * DEEP)
(databases / "many_entries.json").write_text(json.dumps(
    [{"directory": "/tmp", "file": f"missing-{i}.c", "command": f"cc -c missing-{i}.c"} for i in range(200_000)]))
(databases / "long_command.json").write_text(json.dumps(
    [{"directory": "/tmp", "file": "missing.c", "arguments": ["cc"] + [f"-DX{i}={'y' * 100}" for i in range(50_000)] + ["-c", "missing.c"]}]))

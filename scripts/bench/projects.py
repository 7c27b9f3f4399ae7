"""Projects that benchmarks run `crescendo gen` on: PATHs of the command line, or a file that lists them."""
import glob
import shlex
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "target/release/crescendo"


def add_arguments(parser, budget):
    parser.add_argument("paths", nargs="*", type=Path, help="C files or folders, each a project of its own")
    parser.add_argument("--subjects", type=Path, help="a file with a project in each line: NAME FOLDER [gen's arguments]")
    parser.add_argument("--budget", default=budget, help=f"time of a function ({budget})")
    parser.add_argument("--keep", type=Path, help="where results are left")
    parser.add_argument("--json", type=Path, help="the table as data")
    parser.add_argument("--tool", type=Path, default=TOOL)


def chosen(args):
    """Name, folder and arguments of every project that the user named."""
    if args.subjects:
        for line in args.subjects.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                name, folder, *rest = shlex.split(line)
                yield name, Path(folder), [f for word in rest or ["."] for f in expand(Path(folder), word)]
    for path in args.paths:
        yield path.name, Path.cwd(), [str(path.resolve())]


def expand(folder, word):
    return sorted(glob.glob(word, root_dir=folder)) or [word] if "*" in word else [word]


def generate(tool, budget, folder, arguments, out):
    """Runs `gen`; says what went wrong if there is no suite, and gives the exit status."""
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = ["--budget", budget, "--quiet", "-o", str(out)]
    command = [str(tool.resolve()), "gen", *arguments[:split], *options, *arguments[split:]]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    said = "" if (out / "suite.json").exists() else (ended.stderr.strip().splitlines() or ["nothing was said"])[-1]
    return said, ended.returncode

//! Inputs on disk, for people: a folder with `args`, `stdin`, `files/`, `env`, `values` and `run.sh`; or, where all of an input is
//! one stream of bytes, a plain file.

use crate::input::{Input, Nondet};
use std::io;
use std::path::Path;

/// Writes an input as a folder. What `run.sh` starts is `$PROGRAM`, or what is given here.
pub fn write(folder: &Path, input: &Input, program: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let lines = |all: Vec<Vec<u8>>| all.concat();
    // A word may have any byte but the end of a string.
    std::fs::write(folder.join("args"), lines(input.args.iter().map(|a| [a, &b"\0"[..]].concat()).collect()))?;
    std::fs::write(folder.join("stdin"), &input.stdin)?;
    if !input.files.is_empty() {
        for (name, bytes) in &input.files {
            let path = folder.join("files").join(name);
            if let (Some(parent), Some(bytes)) = (path.parent(), bytes) {
                std::fs::create_dir_all(parent)?;
                std::fs::write(&path, bytes)?;
            }
        }
        let missing: Vec<Vec<u8>> =
            input.files.iter().filter(|(_, b)| b.is_none()).map(|(n, _)| [n.as_bytes(), b"\0"].concat()).collect();
        if !missing.is_empty() {
            std::fs::write(folder.join("missing"), lines(missing))?;
        }
    }
    if !input.env.is_empty() {
        let env = input.env.iter().map(|(n, v)| [n.as_bytes(), b"=", v, b"\0"].concat()).collect();
        std::fs::write(folder.join("env"), lines(env))?;
    }
    if !input.values.is_empty() {
        let values: Vec<String> = input
            .values
            .iter()
            .map(|n| format!("{} {}{}\n", n.value, n.bits, if n.float { " float" } else { "" }))
            .collect();
        std::fs::write(folder.join("values"), values.concat())?;
    }
    if !input.data.is_empty() {
        std::fs::write(folder.join("data"), &input.data)?;
    }
    let script = folder.join("run.sh");
    std::fs::write(&script, run_sh(input, program))?;
    make_executable(&script)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// A word as every shell takes it; `None`: it has bytes that need more than quotes.
fn plain(word: &[u8]) -> Option<String> {
    let simple = |b: &u8| b.is_ascii_alphanumeric() || b"_-./:=,+@%".contains(b);
    let text = String::from_utf8_lossy(word);
    match word {
        w if !w.is_empty() && w.iter().all(simple) => Some(text.into_owned()),
        w if w.iter().all(|b| (b' '..=b'~').contains(b)) => Some(format!("'{}'", text.replace('\'', "'\\''"))),
        _ => None,
    }
}

fn octal(word: &[u8]) -> String {
    word.iter().map(|b| format!("\\{b:03o}")).collect()
}

/// The same on one line, as bash and its like take it.
fn quoted(word: &[u8]) -> String {
    plain(word).unwrap_or_else(|| format!("$'{}'", octal(word)))
}

/// The exact command, on one line.
pub fn command(input: &Input, program: &str) -> String {
    let mut words = Vec::new();
    for (name, value) in &input.env {
        words.push(format!("{name}={}", quoted(value)));
    }
    words.push(program.to_string());
    words.extend(input.args.iter().map(|a| quoted(a)));
    if !input.data.is_empty() {
        words.push("data".into());
    }
    format!("{} < stdin", words.join(" "))
}

fn run_sh(input: &Input, program: &str) -> String {
    let mut made = Vec::new();
    let words: Vec<String> = input.args.iter().map(|a| argument(a, &mut made)).collect();
    let env: Vec<String> =
        input.env.iter().map(|(n, v)| format!("{n}={}\nexport {n}\n", argument(v, &mut made))).collect();
    let data = if input.data.is_empty() { "" } else { " \"$here/data\"" };
    format!(
        "#!/bin/sh\n\
         # Runs the program on this input, in a folder that is thrown away. PROGRAM names another build of it.\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         program=${{PROGRAM:-{program}}}\n\
         case $program in */*) program=$(cd \"$(dirname \"$program\")\" && pwd)/$(basename \"$program\") ;; esac\n\
         work=$(mktemp -d) || exit 2\n\
         trap 'rm -rf \"$work\"' EXIT\n\
         [ ! -d \"$here/files\" ] || cp -R \"$here/files/.\" \"$work\"\n\
         cd \"$work\" || exit 2\n\
         {}{}\"$program\"{}{data} < \"$here/stdin\"\n",
        made.concat(),
        env.concat(),
        words.iter().map(|w| format!(" {w}")).collect::<String>(),
    )
}

/// The same in a script for every shell: what needs more than quotes is made before, with a dot that keeps newlines at its end.
fn argument(word: &[u8], made: &mut Vec<String>) -> String {
    plain(word).unwrap_or_else(|| {
        let name = format!("w{}", made.len());
        made.push(format!("{name}=$(printf '{}.')\n{name}=${{{name}%.}}\n", octal(word)));
        format!("\"${name}\"")
    })
}

/// Reads an input: a folder as `write` leaves it, or a file, which is standard input or what a harness is called with.
pub fn read(path: &Path, harness: bool) -> io::Result<Input> {
    if !path.is_dir() {
        let bytes = std::fs::read(path)?;
        return Ok(match harness {
            true => Input { data: bytes, ..Input::default() },
            false => Input { stdin: bytes, ..Input::default() },
        });
    }
    let part = |name: &str| match std::fs::read(path.join(name)) {
        Ok(bytes) => Ok(bytes),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(e) => Err(e),
    };
    let split = |bytes: Vec<u8>| -> Vec<Vec<u8>> {
        let mut words: Vec<Vec<u8>> = bytes.split(|b| *b == 0).map(<[u8]>::to_vec).collect();
        words.pop();
        words
    };
    let mut input =
        Input { args: split(part("args")?), stdin: part("stdin")?, data: part("data")?, ..Input::default() };
    for line in split(part("env")?) {
        if let Some(at) = line.iter().position(|b| *b == b'=') {
            input.env.insert(String::from_utf8_lossy(&line[..at]).into_owned(), line[at + 1..].to_vec());
        }
    }
    for name in split(part("missing")?) {
        input.files.insert(String::from_utf8_lossy(&name).into_owned(), None);
    }
    for line in String::from_utf8_lossy(&part("values")?).lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words.get(i).and_then(|w| w.parse::<u64>().ok());
        if let (Some(value), Some(bits)) = (number(0), number(1)) {
            input.values.push(Nondet { value, bits: bits.min(64) as u32, float: words.get(2) == Some(&"float") });
        }
    }
    let files = path.join("files");
    if files.is_dir() {
        read_files(&files, &files, &mut input)?;
    }
    Ok(input)
}

fn read_files(root: &Path, folder: &Path, input: &mut Input) -> io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|e| e.file_name());
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() {
            read_files(root, &path, input)?;
        } else if kind.is_file() {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            input.files.insert(name, Some(std::fs::read(&path)?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn sample() -> Input {
        let mut input = Input {
            args: vec![b"-n".to_vec(), b"it's a word".to_vec(), b"\xff\n\n".to_vec(), b"".to_vec()],
            stdin: b"in\0put".to_vec(),
            values: vec![Nondet { value: u64::MAX, bits: 64, float: true }],
            ..Input::default()
        };
        input.files.insert("a/b.txt".into(), Some(b"text".to_vec()));
        input.files.insert("gone".into(), None);
        input.env.insert("HOME".into(), b"/x y".to_vec());
        input
    }

    #[test]
    fn an_input_is_read_as_it_was_written() {
        let folder = std::env::temp_dir().join(format!("crescendo-store-{}", std::process::id()));
        write(&folder, &sample(), "cat").unwrap();
        assert_eq!(read(&folder, false).unwrap(), sample());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn its_command_gives_the_program_exactly_these_bytes() {
        let folder = std::env::temp_dir().join(format!("crescendo-command-{}", std::process::id()));
        let program = folder.join("show");
        write(&folder, &sample(), "false").unwrap();
        std::fs::write(&program, "#!/bin/sh\nprintf '%s|' \"$@\"\nprintf '%s|' \"$HOME\"\ncat a/b.txt -\n").unwrap();
        make_executable(&program).unwrap();
        let out = Command::new(folder.join("run.sh")).env("PROGRAM", &program).output().unwrap();
        assert_eq!(out.stdout, b"-n|it's a word|\xff\n\n||/x y|textin\0put", "{out:?}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

//! A git repository at a revision: the files of its tree, as they were committed. Its filters and hooks are not run.

use super::{Packed, header, too_large};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A name, a hash, or one of these with `~2`, `^`, `@{1}`; never an option.
fn is_revision(text: &str) -> bool {
    let good = |c: char| c.is_ascii_alphanumeric() || "._/-~^@{}".contains(c);
    !text.is_empty() && text.len() <= 200 && !text.starts_with('-') && text.chars().all(good)
}

pub fn pack(root: &Path, revision: &str, to: impl Write, most: u64) -> io::Result<Packed> {
    if !is_revision(revision) {
        return Ok(Packed::Refused(format!("`{}` is no revision of git", revision.escape_default())));
    }
    let asked = format!("{revision}^{{commit}}");
    let found = git(root).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &asked]).output()?;
    let commit = String::from_utf8_lossy(&found.stdout).trim().to_string();
    if !found.status.success() || commit.is_empty() {
        return Ok(Packed::Refused(format!("the repository has no revision `{revision}`")));
    }
    let tree = git(root).args(["ls-tree", "-r", "-z", "--full-tree", "--long", &commit]).output()?;
    if !tree.status.success() {
        return Err(io::Error::other(format!("git ls-tree: {}", String::from_utf8_lossy(&tree.stderr).trim())));
    }
    let files: Vec<Blob> = tree.stdout.split(|b| *b == 0).filter_map(Blob::read).collect();
    if files.iter().try_fold(0u64, |sum, f| sum.checked_add(f.bytes)).is_none_or(|sum| sum > most) {
        return Ok(too_large(most));
    }
    let mut archive = tar::Builder::new(GzEncoder::new(to, Compression::fast()));
    let mut contents = Contents::of(root)?;
    for file in &files {
        let reader = contents.get(file)?;
        archive.append_data(&mut header(file.bytes), &file.path, reader)?;
        contents.end()?;
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(Packed::Done { called: format!("at {}", &commit[..commit.len().min(12)]) })
}

/// The repository may belong to somebody else: the admin has named it.
fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-c").arg(format!("safe.directory={}", root.display())).arg("-C").arg(root);
    // Older versions look for this only in the files of user and system.
    command.envs([("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "safe.directory"), ("GIT_CONFIG_VALUE_0", "*")]);
    command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null());
    command
}

/// A file of a tree.
struct Blob {
    hash: String,
    bytes: u64,
    path: String,
}

impl Blob {
    /// `100644 blob HASH   SIZE<tab>PATH`; links and submodules are none.
    fn read(line: &[u8]) -> Option<Blob> {
        let line = std::str::from_utf8(line).ok()?;
        let (about, path) = line.split_once('\t')?;
        let mut words = about.split_ascii_whitespace();
        let mode = words.next()?;
        let (kind, hash, bytes) = (words.next()?, words.next()?, words.next()?);
        let is_file = kind == "blob" && mode.starts_with("100");
        is_file.then_some(Blob { hash: hash.into(), bytes: bytes.parse().ok()?, path: path.into() })
    }
}

/// `git cat-file`, asked for one file after the other.
struct Contents {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Contents {
    fn of(root: &Path) -> io::Result<Contents> {
        let mut command = git(root);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let answers = BufReader::new(child.stdout.take().ok_or_else(|| io::Error::other("no pipe"))?);
        Ok(Contents { child, answers })
    }

    fn get(&mut self, blob: &Blob) -> io::Result<impl Read + '_> {
        let questions = self.child.stdin.as_mut().ok_or_else(|| io::Error::other("no pipe"))?;
        writeln!(questions, "{}", blob.hash)?;
        questions.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        match head.trim_end().ends_with(&format!(" blob {}", blob.bytes)) {
            true => Ok((&mut self.answers).take(blob.bytes)),
            false => Err(io::Error::other(format!("git cat-file: {}", head.trim()))),
        }
    }

    /// The line end behind each file.
    fn end(&mut self) -> io::Result<()> {
        self.answers.read_exact(&mut [0])
    }
}

impl Drop for Contents {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn revisions() {
        for good in ["HEAD", "main", "v1.2", "feature/x", "1f2e3d", "main~3", "HEAD^", "main@{1}"] {
            assert!(is_revision(good), "{good}");
        }
        for bad in ["", "--upload-pack=x", "a b", "a;b", "a:b", "$(x)", "a\nb"] {
            assert!(!is_revision(bad), "{bad}");
        }
    }

    #[test]
    fn lines_of_a_tree() {
        let file = Blob::read(b"100644 blob 8a6f     117\tsrc/a b.c").expect("a file");
        assert_eq!((file.hash.as_str(), file.bytes, file.path.as_str()), ("8a6f", 117, "src/a b.c"));
        assert!(Blob::read(b"120000 blob 8a6f       7\tlink").is_none());
        assert!(Blob::read(b"160000 commit 8a6f       -\tsubmodule").is_none());
    }
}

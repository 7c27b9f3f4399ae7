//! Variations of given inputs, so that a profile sees more than the tests at hand.

use crate::{Profile, RecordError, collect};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Variations that are kept to be varied further.
const KEPT: usize = 256;
const LONGEST: usize = 1 << 20;

/// What is varied, and how.
pub struct Variations<'a> {
    /// The program and its arguments; `@@` is the file that holds the input, without it the input is standard input.
    pub command: &'a [OsString],
    /// Files, or folders of them.
    pub seeds: &'a [PathBuf],
    pub count: u32,
    pub seed: u64,
    /// For one run.
    pub timeout: Duration,
}

/// Runs the command on its seeds and on variations of them; calls of all runs go into `profile`. `folder` is for what runs leave.
pub fn run_variations(args: &Variations, folder: &Path, profile: &mut Profile) -> Result<(), RecordError> {
    let mut inputs = seeds(args.seeds)?;
    if inputs.is_empty() {
        return Err(RecordError::NoSeeds);
    }
    let count = args.count;
    let first = inputs.len() as u32;
    let mut random = Random(args.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut known = std::collections::BTreeSet::new();
    for i in 0..first + count {
        let input = if i < first { inputs[i as usize].clone() } else { vary(&inputs, &mut random) };
        let tables = folder.join(format!("run{i}"));
        std::fs::create_dir_all(&tables).map_err(|why| RecordError::read(&tables, why))?;
        one(args, &input, folder, &tables)?;
        let new = collect(&tables, &format!("variation {i}"))?;
        let _ = std::fs::remove_dir_all(&tables);
        // Inputs that make the program do something new are varied further.
        let named = |p: &Profile, e: &(u32, u32)| [e.0, e.1].map(|n| p.functions[n as usize].name.clone());
        let fresh =
            new.runs.iter().flat_map(|r| &r.edges).map(|e| named(&new, e)).filter(|e| known.insert(e.clone())).count();
        if fresh > 0 && i >= first && inputs.len() < KEPT {
            inputs.push(input);
        }
        profile.merge(&new);
    }
    Ok(())
}

fn seeds(paths: &[PathBuf]) -> Result<Vec<Vec<u8>>, RecordError> {
    let mut files = Vec::new();
    for p in paths {
        if p.is_dir() {
            let list = std::fs::read_dir(p).map_err(|why| RecordError::read(p, why))?;
            files.extend(list.filter_map(|e| Some(e.ok()?.path())).filter(|f| f.is_file()));
        } else {
            files.push(p.clone());
        }
    }
    files.sort();
    files.iter().map(|f| std::fs::read(f).map_err(|why| RecordError::read(f, why))).collect()
}

/// One run, ended when its time is over.
fn one(args: &Variations, input: &[u8], folder: &Path, tables: &Path) -> Result<(), RecordError> {
    let file = folder.join("input");
    let io = |why| RecordError::read(&file, why);
    std::fs::write(&file, input).map_err(io)?;
    let place = |a: &OsString| if a == "@@" { file.clone().into_os_string() } else { a.clone() };
    let by_name = args.command.iter().any(|a| a == "@@");
    let (program, rest) = args.command.split_first().ok_or(RecordError::NoCommand)?;
    let mut command = Command::new(place(program));
    command
        .args(rest.iter().map(place))
        .env("CRESCENDO_PROFILE_DIR", tables)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.stdin(if by_name { Stdio::null() } else { Stdio::from(std::fs::File::open(&file).map_err(io)?) });
    let cannot_run = |why| RecordError::Run { program: program.to_string_lossy().into_owned(), why };
    let mut child = command.spawn().map_err(cannot_run)?;
    let end = Instant::now() + args.timeout;
    while child.try_wait().map_err(cannot_run)?.is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            let _ = child.wait();
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// A new input out of old ones: some small changes, or two put together.
fn vary(inputs: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut it = inputs[random.below(inputs.len())].clone();
    for _ in 0..1 + random.below(6) {
        let at = random.below(it.len().max(1));
        match random.below(7) {
            0 if !it.is_empty() => it[at] ^= 1 << random.below(8),
            1 if !it.is_empty() => it[at] = random.below(256) as u8,
            2 if !it.is_empty() => drop(it.remove(at)),
            3 => it.insert(at.min(it.len()), b" \n0-,;\"'(){}[]<>%\\az"[random.below(20)]),
            4 => it.truncate(at),
            5 => {
                let other = &inputs[random.below(inputs.len())];
                let from = random.below(other.len().max(1)).min(other.len());
                let piece = other[from..].to_vec();
                let at = at.min(it.len());
                it.splice(at..at, piece);
            }
            _ if !it.is_empty() => {
                let end = at + random.below(it.len() - at);
                let piece = it[at..end].to_vec();
                it.splice(at..at, piece);
            }
            _ => {}
        }
    }
    it.truncate(LONGEST);
    it
}

/// xorshift64*.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}

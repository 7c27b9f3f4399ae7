//! What a campaign's processes take, seen from outside: memory, number, disk. Whoever takes too much is ended.
//!
//! A process cannot hide from this: what it starts is below it, and in a sandbox nothing outlives the first one.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Processes and threads of a campaign, at most.
pub const MOST_PROCESSES: usize = 600;

/// What a campaign may not take more of.
#[derive(Clone, Debug)]
pub struct Allowed {
    pub memory: u64,
    pub disk: u64,
    /// Where it writes.
    pub folders: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Resident pages, those that processes share counted for each of them.
    pub memory: u64,
    /// Threads, of all processes.
    pub processes: usize,
    pids: Vec<u32>,
}

impl Taken {
    /// Memory, what processes share counted once: of a thousand children of a fork there is hardly more than one.
    fn own_memory(&self) -> u64 {
        self.pids.iter().map(|&pid| share(pid).unwrap_or(0)).sum()
    }
}

/// The kernel's own division of a process's pages by those who share them.
fn share(pid: u32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = rollup.lines().find_map(|l| l.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// All that a process and its children take now.
pub fn taken(first: u32) -> Taken {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut memory: HashMap<u32, (u64, usize)> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok) {
        let Some(pid) = entry.file_name().to_str().and_then(|n| n.parse::<u32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything.
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |at: usize| fields.get(at).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
        let (parent, threads, pages) = (number(1) as u32, number(17) as usize, number(21));
        children.entry(parent).or_default().push(pid);
        memory.insert(pid, (pages * page_size(), threads));
    }
    let mut all = Taken::default();
    let mut open = vec![first];
    while let Some(pid) = open.pop() {
        let (bytes, threads) = memory.get(&pid).copied().unwrap_or_default();
        all.memory += bytes;
        all.processes += threads;
        all.pids.push(pid);
        open.extend(children.remove(&pid).unwrap_or_default());
    }
    all
}

fn page_size() -> u64 {
    // SAFETY: asks for a constant.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as u64 }
}

/// What an empty file or folder counts: file systems run out of places for them, too.
const ENTRY: u64 = 16 << 10;

/// Bytes of all files in a folder, none of them counted as nothing.
pub fn size(folder: &Path) -> u64 {
    let mut bytes = 0;
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
            let Ok(about) = entry.metadata() else { continue };
            match about.is_dir() {
                true => {
                    bytes += ENTRY;
                    open.push(entry.path());
                }
                false => bytes += (std::os::unix::fs::MetadataExt::blocks(&about) * 512).max(ENTRY),
            }
        }
    }
    bytes
}

impl Allowed {
    /// Why it must end, if it must.
    pub fn exceeded(&self, first: u32, also_disk: bool) -> Option<String> {
        let now = taken(first);
        if now.processes > MOST_PROCESSES {
            return Some(format!("it had more than {MOST_PROCESSES} processes"));
        }
        // What is resident counts once for every process that shares it: enough to say that all is well, and no more.
        if now.memory > self.memory && now.own_memory() > self.memory {
            return Some(format!("it took more than {} MB of memory", self.memory >> 20));
        }
        if also_disk && self.folders.iter().map(|f| size(f)).sum::<u64>() > self.disk {
            return Some(format!("it wrote more than {} MB", self.disk >> 20));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_count() {
        let before = taken(std::process::id());
        assert!(before.memory > 100_000 && before.processes > 0);
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let with = taken(std::process::id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(with.processes > before.processes - 1, "{with:?} {before:?}");
        assert_eq!(taken(u32::MAX - 1).processes, 0);
        // What is shared counts once, what is its own counts.
        assert!(before.own_memory() > 100_000 && before.own_memory() <= before.memory, "{before:?}");
    }

    #[test]
    fn folders() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/b"), vec![1; 100_000]).unwrap();
        assert!((100_000..200_000).contains(&size(folder.path())));
        (0..1000).for_each(|i| fs::write(folder.path().join(i.to_string()), "").unwrap());
        assert!(size(folder.path()) > 16_000_000, "a thousand files are something, also if they are empty");
    }
}

//! Bundles on this worker's disk, by hash: fetched once, and removed when nobody has used them for a while.

use crate::broker::{Broker, BrokerError};
use crate::bundle::{self, Unpacked};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::Mutex;

/// Bundles that are kept, at most.
const MOST: usize = 20;

pub struct Bundles {
    folder: PathBuf,
    /// One fetches, the others wait for it; the newest use counts up.
    known: Mutex<State>,
}

#[derive(Default)]
struct State {
    bundles: HashMap<String, Entry>,
    uses: u64,
}

struct Entry {
    unpacked: Arc<Mutex<Option<Unpacked>>>,
    used: u64,
}

impl Bundles {
    /// What an earlier worker has left is of no use: it may have been killed in the middle.
    pub fn open(data: &Path) -> io::Result<Bundles> {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().recursive(true).mode(0o700).create(data)?;
        let folder = data.canonicalize()?.join(format!("bundles-{}", std::process::id()));
        for entry in fs::read_dir(data)?.filter_map(Result::ok) {
            let name = entry.file_name();
            let Some(pid) = name.to_str().and_then(|n| n.strip_prefix("bundles-")) else { continue };
            if !Path::new("/proc").join(pid).exists() {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        fs::create_dir_all(&folder)?;
        Ok(Bundles { folder, known: Mutex::default() })
    }

    pub async fn get(&self, broker: &Broker, hash: &str) -> Result<Unpacked, BrokerError> {
        if hash.len() != 64 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(BrokerError::Packed(io::Error::other("a bundle's name is its hash")));
        }
        let entry = {
            let mut known = self.known.lock().await;
            known.uses += 1;
            let used = known.uses;
            if !known.bundles.contains_key(hash) && known.bundles.len() >= MOST {
                let oldest = known.bundles.iter().min_by_key(|(_, e)| e.used).map(|(hash, _)| hash.clone());
                if let Some(oldest) = oldest {
                    known.bundles.remove(&oldest);
                    // Processes that are still in there have their files open.
                    let _ = fs::remove_dir_all(self.folder.join(oldest));
                }
            }
            let entry =
                known.bundles.entry(hash.to_string()).or_insert_with(|| Entry { unpacked: Arc::default(), used });
            entry.used = used;
            entry.unpacked.clone()
        };
        let mut unpacked = entry.lock().await;
        if let Some(there) = &*unpacked {
            return Ok(there.clone());
        }
        let (archive, folder) = (self.folder.join(format!("{hash}.tar.gz")), self.folder.join(hash));
        broker.get_bundle(hash, &archive).await?;
        let (from, wanted) = (archive.clone(), hash.to_string());
        let opened = tokio::task::spawn_blocking(move || {
            if bundle::hash(&from)? != wanted {
                return Err(io::Error::other("a bundle that is not what its name says"));
            }
            bundle::unpack(&from, &folder)
        });
        let opened = opened.await.map_err(|e| BrokerError::Packed(io::Error::other(e)))?;
        let _ = fs::remove_file(archive);
        let opened = opened.map_err(BrokerError::File)?;
        *unpacked = Some(opened.clone());
        Ok(opened)
    }
}

impl Drop for Bundles {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

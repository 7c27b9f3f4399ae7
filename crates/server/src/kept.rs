//! Parts of answers that do not change any more, kept for the next reader: what a campaign that is over has found.
//!
//! A key says all that a part depends on. Bounded by bytes; what was not asked for longest goes first.

use axum::body::Bytes;
use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// Bytes of all parts.
const MOST: usize = 48 << 20;

/// Larger ones are made each time.
const LARGEST: usize = 8 << 20;

/// What a part takes beside its content.
const ENTRY: usize = 512;

#[derive(Default)]
pub struct Kept {
    parts: Mutex<Parts>,
}

#[derive(Default)]
struct Parts {
    by_key: HashMap<String, Part>,
    bytes: usize,
    /// Counts up with each question.
    now: u64,
}

struct Part {
    /// Empty while somebody makes it: whoever else wants it waits for that.
    content: Arc<OnceCell<Bytes>>,
    size: usize,
    asked: u64,
}

impl Kept {
    pub async fn part<E>(&self, key: String, make: impl Future<Output = Result<Bytes, E>>) -> Result<Bytes, E> {
        let cell = self.cell(&key);
        let mut new = false;
        let content = cell.get_or_try_init(|| async {
            new = true;
            make.await
        });
        let content = content.await?.clone();
        if new {
            self.note(&key, content.len());
        }
        Ok(content)
    }

    fn cell(&self, key: &str) -> Arc<OnceCell<Bytes>> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        parts.now += 1;
        let now = parts.now;
        if let Some(part) = parts.by_key.get_mut(key) {
            part.asked = now;
            return part.content.clone();
        }
        let part = Part { content: Arc::default(), size: key.len() + ENTRY, asked: now };
        parts.bytes += part.size;
        let content = part.content.clone();
        parts.by_key.insert(key.to_string(), part);
        parts.make_room();
        content
    }

    fn note(&self, key: &str, bytes: usize) {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes > LARGEST {
            parts.remove(key);
        } else if let Some(part) = parts.by_key.get_mut(key) {
            part.size += bytes;
            parts.bytes += bytes;
            parts.make_room();
        }
    }
}

impl Parts {
    fn remove(&mut self, key: &str) {
        if let Some(part) = self.by_key.remove(key) {
            self.bytes -= part.size;
        }
    }

    fn make_room(&mut self) {
        while self.bytes > MOST && self.by_key.len() > 1 {
            let oldest = self.by_key.iter().min_by_key(|(_, part)| part.asked).map(|(key, _)| key.clone());
            match oldest {
                Some(key) => self.remove(&key),
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_is_made_once_and_room_is_bounded() {
        let kept = Kept::default();
        let made = std::sync::atomic::AtomicUsize::new(0);
        let make = || async {
            made.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            Ok::<_, ()>(Bytes::from(vec![1; 1 << 20]))
        };
        let (a, b) = tokio::join!(kept.part("k".into(), make()), kept.part("k".into(), make()));
        assert_eq!((a.unwrap().len(), b.unwrap().len()), (1 << 20, 1 << 20));
        assert_eq!(made.load(std::sync::atomic::Ordering::Relaxed), 1);
        // What fails is tried again.
        assert!(kept.part("f".into(), async { Err(()) }).await.is_err());
        assert!(kept.part("f".into(), make()).await.is_ok());
        for i in 0..60 {
            kept.part(format!("k{i}"), make()).await.unwrap();
        }
        let (bytes, count) = {
            let parts = kept.parts.lock().unwrap();
            (parts.bytes, parts.by_key.len())
        };
        assert!(bytes <= MOST && count < 50, "{bytes} {count}");
        let before = made.load(std::sync::atomic::Ordering::Relaxed);
        kept.part("k59".into(), make()).await.unwrap();
        kept.part("k".into(), make()).await.unwrap();
        assert_eq!(
            made.load(std::sync::atomic::Ordering::Relaxed),
            before + 1,
            "the newest is there, the oldest is gone"
        );
        // One that is too large is not kept, and takes nobody's place.
        kept.part("huge".into(), async { Ok::<_, ()>(Bytes::from(vec![1; LARGEST + 1])) }).await.unwrap();
        assert!(!kept.parts.lock().unwrap().by_key.contains_key("huge"));
    }
}

//! Work on many items at once; answers in the order of the items, remarks as they come, on the caller's thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Calls `work` for every item on `jobs` threads (0: one per core) and passes what it sends to `listen`.
pub fn run<T, R, E>(
    items: &[T],
    jobs: usize,
    work: impl Fn(usize, &T, &Sender<E>) -> R + Sync,
    listen: &mut dyn FnMut(E),
) -> Vec<R>
where
    T: Sync,
    R: Send,
    E: Send,
{
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let jobs = if jobs == 0 { cores() } else { jobs }.clamp(1, items.len().max(1));
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut answers: Vec<(usize, R)> = Vec::with_capacity(items.len());
    let worker = |sender: Sender<E>| {
        let mut answers = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                break answers;
            };
            answers.push((index, work(index, item, &sender)));
        }
    };
    thread::scope(|scope| {
        let start = |_| {
            let (worker, sender) = (&worker, sender.clone());
            scope.spawn(move || worker(sender))
        };
        let workers: Vec<_> = (0..jobs).map(start).collect();
        drop(sender);
        // Ends when the last worker has dropped its sender.
        receiver.into_iter().for_each(listen);
        for worker in workers {
            match worker.join() {
                Ok(part) => answers.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    answers.sort_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_order() {
        let items: Vec<usize> = (0..100).collect();
        for jobs in [0, 1, 7, 1000] {
            let mut heard = Vec::new();
            let answers = run(
                &items,
                jobs,
                |index, item, sender| {
                    let _ = sender.send(index);
                    item * 2
                },
                &mut |index| heard.push(index),
            );
            assert_eq!(answers, items.iter().map(|item| item * 2).collect::<Vec<_>>());
            heard.sort_unstable();
            assert_eq!(heard, items);
        }
        assert!(run(&[] as &[u8], 0, |_, _, _: &Sender<()>| (), &mut |()| ()).is_empty());
    }
}

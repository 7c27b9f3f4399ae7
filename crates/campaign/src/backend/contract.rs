//! What every backend must do. An implementation has a test that calls `check` with a campaign of its own.

use super::{BackendError, Job, JobBackend, JobEvent};
use crate::error::{CampaignError, Result};
use crate::function::Explorer;
use crate::function::record::{Explored, Name};
use crate::results::summary::Stop;
use std::collections::BTreeMap;
use std::time::Duration;

/// Panics where a backend breaks the contract. The explorer's search must be bounded by runs, so that its results are the same
/// every time; its token is cancelled at the end.
pub fn check(backend: &dyn JobBackend, explorer: &Explorer) -> Result<()> {
    let names: Vec<Name> = explorer.chosen.iter().map(|f| explorer.places.name(*f)).collect();
    assert!(names.len() > 1, "a program of several functions is needed");
    let jobs = |time: Duration| -> Vec<Job> {
        let job = |(id, function): (u64, &Name)| Job { id, function: function.clone(), time, before: None };
        (1..).zip(&names).map(job).collect()
    };
    let patient = Duration::from_secs(600);
    let first = run(backend, explorer, jobs(patient), false)?;
    for (id, explored) in &first {
        assert_eq!(explored.record.functions[0], names[*id as usize - 1], "a job's result is that of its function");
        assert_ne!(explored.record.summary.stop, Stop::Interrupted, "nobody has interrupted it");
    }
    let second = run(backend, explorer, jobs(patient).into_iter().rev().collect(), false)?;
    for (id, explored) in &first {
        let (a, b) = (&explored.record, &second[id].record);
        assert_eq!(format!("{:?}", a.covered), format!("{:?}", b.covered), "the same job gives the same result");
        assert_eq!(explored.tests, second[id].tests, "the same job gives the same tests");
    }
    let unknown = Name { unit: "nowhere.c".into(), name: "nothing".into() };
    let job = Job { id: 7, function: unknown.clone(), time: patient, before: None };
    let refused = run(backend, explorer, vec![job], false);
    assert!(
        matches!(&refused, Err(CampaignError::Backend(BackendError::NoFunction(name))) if *name == unknown),
        "a function that does not exist is said: {:?}",
        refused.err()
    );
    let cancelled = run(backend, explorer, jobs(patient), true)?;
    assert_eq!(cancelled.len(), names.len(), "also what was cancelled comes to an end");
    Ok(())
}

/// All results by job. `cancel`: once the first job has begun.
fn run(backend: &dyn JobBackend, explorer: &Explorer, jobs: Vec<Job>, cancel: bool) -> Result<BTreeMap<u64, Explored>> {
    let mut results: BTreeMap<u64, Explored> = BTreeMap::new();
    let mut jobs = Some(jobs);
    backend.with_queue(explorer, &mut |queue| {
        let mut begun: Vec<u64> = Vec::new();
        let jobs = jobs.take().expect("a queue is opened once");
        let count = jobs.len();
        jobs.into_iter().try_for_each(|job| queue.submit(job))?;
        while let Some(event) = queue.next_event()? {
            match event {
                JobEvent::Started { id } => {
                    assert!(!begun.contains(&id), "job {id} begins twice");
                    begun.push(id);
                    if cancel {
                        explorer.cancel.cancel();
                    }
                }
                JobEvent::Progress { id, .. } => assert!(begun.contains(&id), "job {id} goes on before it begins"),
                JobEvent::Finished { id, explored } => {
                    assert!(begun.contains(&id), "job {id} ends before it begins");
                    assert!(results.insert(id, *explored).is_none(), "job {id} ends twice");
                }
            }
        }
        assert_eq!(results.len(), count, "every job ends");
        assert!(queue.next_event()?.is_none(), "nothing is under way then");
        Ok(())
    })?;
    Ok(results)
}

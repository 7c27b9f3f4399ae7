//! Loads a project and says what happened: `load [-p DATABASE] [--coverage] [INPUT..] [-- CFLAGS]`.

use std::time::Instant;

use crescendo_project::{CacheDir, Flavour, Request, load};

fn main() -> Result<(), crescendo_project::ProjectError> {
    let mut request = Request::new(CacheDir::from_env()?);
    let mut args = std::env::args_os().skip(1);
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some("-p") => request.database = args.next().map(Into::into),
            Some("--coverage") => request.flavour = Flavour::Coverage,
            Some("--") => request.cflags = args.by_ref().collect(),
            _ => request.inputs.push(arg.into()),
        }
    }
    let started = Instant::now();
    let project = load(&request, &mut |_| ())?;
    let elapsed = started.elapsed();
    project.notes.iter().for_each(|note| println!("note: {note}"));
    project.failures.iter().for_each(|failure| println!("failure: {failure}"));
    let cached = project.units.iter().filter(|unit| unit.from_cache).count();
    let (units, failures) = (project.units.len(), project.failures.len());
    println!("{units} units ({cached} from the cache), {failures} failures, {elapsed:.1?}");
    Ok(())
}

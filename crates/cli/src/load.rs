//! A program for commands that look at it as a whole.

use crate::console::Console;
use crate::options::SourceArgs;
use anyhow::{Context, Result};
use crescendo_campaign::event::Teller;
use crescendo_campaign::load::{Loaded, Loading};
use crescendo_program::Driven;
use crescendo_project::{CacheDir, Flavour};

/// How a program is wanted.
pub struct Wanted {
    pub flavour: Flavour,
    /// Also what the sources only declare.
    pub declarations: bool,
    /// Functions are driven by themselves: elements and bytes of arrays of unknown length.
    pub driven: Option<(u64, u64)>,
}

pub fn load(args: &SourceArgs, wanted: Wanted) -> Result<Loaded> {
    let mut console = Console::new(args.verbose);
    let loading = Loading {
        sources: &args.sources()?,
        directory: std::env::current_dir().context("the current folder is gone")?,
        cache: CacheDir::from_env()?,
        jobs: args.jobs,
        flavour: wanted.flavour,
        more: &[],
        declarations: wanted.declarations,
        driven: wanted.driven.map(|(elements, bytes)| Driven::plainly(elements, bytes)),
    };
    let loaded = loading.load(&mut Teller::new(&mut |e| console.take(e)))?;
    console.tell_rest();
    Ok(loaded)
}

//! Options about inputs: what is one, and how far they reach.

use clap::{Args, ValueEnum};
use crescendo_unit::{Bounds, Setup};

#[derive(Args, Clone, Debug)]
pub struct DriverArgs {
    /// How far inputs reach: elements or bytes behind a pointer, elements of an array, depth of pointers; repeat for more
    #[arg(long = "bound", value_name = "NAME=N", value_parser = bound)]
    bounds: Vec<String>,
    /// Calls in one test of a function that remembers something in static variables
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=16))]
    calls: u32,
    /// What globals start from
    #[arg(long, value_name = "WHAT", default_value = "inputs")]
    globals: Globals,
    /// Do not tie lengths to the objects they are lengths of
    #[arg(long)]
    no_relations: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Globals {
    /// Any value: they are inputs
    Inputs,
    /// Their initialisers
    Initial,
}

fn bound(text: &str) -> Result<String, String> {
    Bounds::default().set(text).map(|()| text.to_string())
}

impl DriverArgs {
    /// What to write on a command line to say the same.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.bounds.iter().flat_map(|b| ["--bound".to_string(), b.clone()]).collect();
        if self.calls != 2 {
            words.extend(["--calls".into(), self.calls.to_string()]);
        }
        if self.globals == Globals::Initial {
            words.extend(["--globals".into(), "initial".into()]);
        }
        if self.no_relations {
            words.push("--no-relations".into());
        }
        words
    }

    pub fn setup(&self) -> Setup {
        let mut bounds = Bounds::default();
        for b in &self.bounds {
            bounds.set(b).expect("checked when the command line was read");
        }
        let (initial_globals, relations) = (self.globals == Globals::Initial, !self.no_relations);
        Setup { bounds, calls: self.calls, initial_globals, relations, needs: Default::default() }
    }
}

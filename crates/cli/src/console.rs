//! A campaign on the terminal: notes as they come, and one live line about the work.

use crate::style;
use crescendo_campaign::event::{Event, Level, What};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Notes of a kind that are shown if nobody asks for all.
const NOTES: usize = 3;

const EVERY: Duration = Duration::from_millis(100);

pub struct Console {
    verbose: bool,
    /// The live line is for people.
    live: bool,
    shown: Option<Instant>,
    notes: usize,
    total: usize,
    done: BTreeSet<(String, String)>,
    /// Seconds between lines of progress where nobody can see the live line; what takes long should say that it works.
    said: Instant,
}

/// Where output is no terminal, how long it takes until a line of progress is worth it.
const LINE_EVERY: Duration = Duration::from_secs(30);

impl Console {
    pub fn new(verbose: bool) -> Console {
        let live = std::io::stderr().is_terminal();
        Console { verbose, live, shown: None, notes: 0, total: 0, done: BTreeSet::new(), said: Instant::now() }
    }

    pub fn take(&mut self, event: Event) {
        match event.what {
            What::Note { level, text } => self.note(level, &text),
            What::Planned(planned) => {
                self.tell_rest();
                self.total = planned.functions.len();
            }
            What::FunctionProgress { function, runs, covered, goals } => {
                self.tell(|| format!("{:.24}: {covered}/{goals} goals, {runs} runs", function.name));
            }
            What::FunctionFinished { function, .. } => {
                self.done.insert((function.unit, function.name.clone()));
                self.tell(|| function.name);
            }
            What::CallersAsked { caller, settled, alarms } => {
                self.tell(|| format!("asking {caller:.24} about {} of {alarms} faults", alarms - settled));
            }
            What::Finished(_) => self.clear(),
            _ => {}
        }
    }

    fn note(&mut self, level: Level, text: &str) {
        self.clear();
        match level {
            Level::Error => eprintln!("{} {text}", style::error("error:")),
            Level::Warning => eprintln!("{} {text}", style::warning("warning:")),
            Level::Note => {
                self.notes += 1;
                if self.verbose || self.notes <= NOTES {
                    eprintln!("{} {text}", style::bold("note:"));
                }
            }
            Level::Remark if self.verbose => eprintln!("{} {text}", style::bold("note:")),
            Level::Compiler if self.verbose => eprintln!("{text}"),
            Level::Remark | Level::Compiler => {}
        }
    }

    /// What was kept back, once the program is read.
    pub fn tell_rest(&mut self) {
        let rest = self.notes.saturating_sub(NOTES);
        if rest > 0 && !self.verbose {
            eprintln!("{} {rest} more of this kind (-v shows all)", style::bold("note:"));
        }
        self.notes = 0;
    }

    fn tell(&mut self, what: impl FnOnce() -> String) {
        let done = self.done.len();
        if !self.live {
            if self.said.elapsed() >= LINE_EVERY {
                self.said = Instant::now();
                eprintln!("{done} of {} functions explored; {}", self.total, what());
            }
            return;
        }
        if self.shown.is_some_and(|s| s.elapsed() < EVERY) {
            return;
        }
        self.shown = Some(Instant::now());
        let width = 20;
        let filled = width * done / self.total.max(1);
        let bar: String = (0..width).map(|i| if i < filled { '#' } else { '.' }).collect();
        let line = format!("[{bar}] {done}/{} {}", self.total, what());
        eprint!("\r\x1b[2K{line:.79}");
        let _ = std::io::stderr().flush();
    }

    fn clear(&mut self) {
        if self.shown.take().is_some() {
            eprint!("\r\x1b[2K");
        }
    }
}

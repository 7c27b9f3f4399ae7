//! Alarms: faults of units, and what the program that calls them says about them.
//!
//! `model` is the form of an alarm. `filter::judge` is the way in: it takes alarms as units showed them and gives each the
//! verdict of its callers. It finds who calls a unit (`contexts`), explores callers with the unit executed for real, keeps
//! what it saw as `summary`s, and runs what it confirms natively.
//!
//! `listed` is the list that people and machines see, `kinds` what there is to say of each kind of fault; `suppress` and `baseline`
//! take out what somebody has looked at before; `sarif` writes alarms for other tools.
//!
//! ```ignore
//! let context = Context {
//!     program: &loaded.program,
//!     facts: &facts,
//!     calls: &calls,
//!     driving: &|f| { let own = settings.of(f, &facts, &calls); Driving { setup: own.setup, plan: own.plan, steps: own.steps } },
//!     symbolic: symbolic::Options { frames: args.frames, ..Default::default() },
//!     profile: profile.as_ref(),
//!     native: Some(Native { compiled: &loaded.compiled, clang: &loaded.clang, folder: &args.output.join("alarms") }),
//!     interrupt: &interrupt,
//! };
//! // All alarms, as units showed them: verdict `open`, strength `unit`.
//! let report = filter::judge(&context, &mut alarms, &Options::default(), &mut |p| board.tell(p))?;
//! ```

pub mod baseline;
pub mod contexts;
pub mod filter;
pub mod kinds;
pub mod listed;
pub mod made_up;
pub mod model;
mod pointed;
pub mod ranges;
pub mod sarif;
pub mod summary;
pub mod suppress;

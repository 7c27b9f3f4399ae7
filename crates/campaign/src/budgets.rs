//! How much time functions have. A campaign has a total, functions times budget or what was asked for; nobody takes more than
//! was promised, and what some leave is for others that can use it.

use crate::config::Settings;
use crate::request::Request;
use crescendo_program::FunctionId;
use std::time::Duration;

/// For a function of which nothing else is said.
const USUAL: Duration = Duration::from_secs(10);

/// With less, nothing is found at all.
const LEAST: Duration = Duration::from_millis(10);

/// A function gets so many times its budget, at most.
const MOST_TIMES: u32 = 40;

/// Whoever goes on gets so many times what it had: going through what is known takes some of it.
const GROWTH: u32 = 3;

pub struct Budgets {
    /// Of everything, as if it were done one after the other.
    total: Duration,
    /// Parts of what was asked for that there is time for.
    part: f64,
    usual: Duration,
    spent: Duration,
    promised: Duration,
}

impl Budgets {
    pub fn new(request: &Request, settings: &Settings, functions: &[FunctionId]) -> Budgets {
        let count = functions.len().max(1) as u32;
        let usual = request.budget.function.unwrap_or_else(|| {
            let fair = request.budget.total.map(|t| t * request.workers() as u32 / count);
            fair.map_or(USUAL, |t| t.min(USUAL))
        });
        let asked: Duration = functions.iter().map(|f| settings.budget_of(*f).unwrap_or(usual)).sum();
        let total = request.budget.total.map_or(asked, |t| t * request.workers() as u32);
        let part = (total.as_secs_f64() / asked.as_secs_f64().max(1e-9)).min(1.0);
        Budgets { total, part, usual, spent: Duration::ZERO, promised: Duration::ZERO }
    }

    pub fn usual(&self) -> Duration {
        self.usual.mul_f64(self.part).max(LEAST)
    }

    pub fn total(&self) -> Duration {
        self.total
    }

    /// Time for the first exploration of a function, by what was asked for it.
    pub fn first(&mut self, asked: Option<Duration>) -> Duration {
        let time = asked.unwrap_or(self.usual).mul_f64(self.part).max(LEAST);
        self.promised += time;
        time
    }

    /// A function that was given so much took so much.
    pub fn done(&mut self, given: Duration, took: Duration) {
        self.promised = self.promised.saturating_sub(given);
        self.spent += took;
    }

    /// Time for one more exploration of a function that had so much so far, and so much at first, if others have left some.
    pub fn again(&mut self, had: Duration, first: Duration) -> Option<Duration> {
        let left = self.total.saturating_sub(self.spent + self.promised);
        let most = (first * MOST_TIMES).saturating_sub(had);
        let time = (had * GROWTH).min(most).min(left);
        (time >= first && time >= LEAST).then(|| {
            self.promised += time;
            time
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budgets(total: u64) -> Budgets {
        let (spent, promised) = (Duration::ZERO, Duration::ZERO);
        Budgets { total: Duration::from_secs(total), part: 1.0, usual: Duration::from_secs(1), spent, promised }
    }

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn what_is_left_goes_to_others() {
        let mut b = budgets(10);
        for _ in 0..10 {
            b.first(None);
        }
        assert_eq!(b.again(seconds(1), seconds(1)), None, "everything is promised");
        for _ in 0..8 {
            b.done(seconds(1), Duration::ZERO);
        }
        b.done(seconds(1), seconds(1));
        b.done(seconds(1), seconds(1));
        assert_eq!(b.again(seconds(1), seconds(1)), Some(seconds(3)));
        assert_eq!(b.again(seconds(1), seconds(1)), Some(seconds(3)));
        assert_eq!(b.again(seconds(1), seconds(1)), Some(seconds(2)));
        assert_eq!(b.again(seconds(1), seconds(1)), None, "nothing is left");
    }

    #[test]
    fn nobody_gets_everything() {
        let mut b = budgets(1000);
        b.first(None);
        b.done(seconds(1), seconds(1));
        assert_eq!(b.again(seconds(16), seconds(1)), Some(seconds(24)));
        b.done(seconds(24), seconds(24));
        assert_eq!(b.again(seconds(40), seconds(1)), None);
    }
}

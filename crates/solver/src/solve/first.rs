//! Asks one layer after the other until one answers.

use super::{Answer, Query, Solve, Stats, Why};
use crate::expr::Pool;

pub struct FirstAnswer(pub Vec<Box<dyn Solve>>);

impl Solve for FirstAnswer {
    fn name(&self) -> &'static str {
        "first answer"
    }

    fn solve(&mut self, pool: &Pool, query: &Query) -> Answer {
        let mut last = Why::GaveUp;
        for layer in &mut self.0 {
            match layer.solve(pool, query) {
                Answer::Unknown(why) => last = why,
                answer => return answer,
            }
        }
        Answer::Unknown(last)
    }

    fn stats(&self, out: &mut Stats) {
        self.0.iter().for_each(|l| l.stats(out));
    }
}

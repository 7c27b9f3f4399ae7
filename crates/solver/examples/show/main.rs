#[path = "../solver_bench/paths.rs"]
mod paths;
#[path = "../../tests/queries/mod.rs"]
mod queries;
use crescendo_solver::expr::Pool;
use crescendo_solver::solve::*;
struct Show(Stack, Stack, u32);
impl Solve for Show {
    fn name(&self) -> &'static str {
        "show"
    }
    fn solve(&mut self, pool: &Pool, q: &Query) -> Answer {
        let a = self.0.solve(pool, q);
        if matches!(a, Answer::Unknown(_)) {
            self.2 += 1;
            let b = self.1.solve(pool, q);
            if self.2 % 4 == 1 {
                println!(
                    "--- {}",
                    match &b {
                        Answer::Sat(_) => "SAT".into(),
                        Answer::Unsat(c) =>
                            format!("UNSAT {}", c.iter().map(|c| pool.show(*c)).collect::<Vec<_>>().join(" ;; ")),
                        _ => "?".into(),
                    }
                );
                for c in q.constraints {
                    println!("   {}", pool.show(*c));
                }
                if let Answer::Sat(m) = &b {
                    for v in 0..pool.variables().len() as u32 {
                        let v = crescendo_solver::expr::VarId(v);
                        if m.get(v) != q.hint.get(v) {
                            print!(" {}: {} -> {}", pool.variable(v).name, q.hint.get(v) as i64, m.get(v) as i64);
                        }
                    }
                    println!();
                }
            }
        }
        a
    }
    fn stats(&self, _: &mut Stats) {}
}
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let mut set = match which.as_str() {
        "parser" => paths::parser(3),
        "arithmetic" => paths::arithmetic(12),
        "floats" => paths::floats(6),
        "mixing" => paths::mixing(20),
        _ => paths::loops(6),
    };
    let cheap = Layers { cheap: true, cores: true, ..Layers::NONE };
    let mut s = Sliced::new(Show(Stack::new(cheap), Stack::new(Layers { smt: true, ..Layers::NONE }), 0));
    for path in &set.paths {
        for i in 0..path.conditions.len() {
            let mut c = path.conditions[..=i].to_vec();
            c[i] = set.pool.not(c[i]);
            s.solve(
                &set.pool,
                &Query {
                    constraints: &c,
                    hint: &path.input,
                    limits: Limits { steps: 5000, millis: 2000, memory_mb: 0 },
                },
            );
        }
    }
}

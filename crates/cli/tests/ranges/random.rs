//! Random programs of static functions that call each other and say what they get.

#[path = "../../../alarms/tests/all/chance.rs"]
mod chance;

use crate::Chatty;
use chance::Chance;
use std::fmt::Write;

const TYPES: [&str; 7] = ["int", "int", "unsigned", "unsigned char", "signed char", "short", "long"];
const GLOBALS: [(&str, &str); 5] =
    [("int", "g0"), ("unsigned char", "g1"), ("short", "g2"), ("int", "box.a"), ("unsigned", "box.b")];
/// Calls that a run makes at most.
const FUEL: u32 = 60;

struct Writer {
    chance: Chance,
    text: String,
    /// Types of the parameters, by function.
    functions: Vec<Vec<&'static str>>,
    locals: Vec<String>,
    loops: u32,
}

impl Writer {
    fn number(&mut self) -> i64 {
        let near = self.chance.below(40) as i64 - 8;
        self.chance.one_of(&[near, near, near, 127, 255, -129, 65535, 100000, i32::MAX as i64, i32::MIN as i64 + 1])
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance.below(4) == 0 {
            return match self.chance.below(5) {
                0 => format!("({})", self.number()),
                1 => self.chance.one_of(&GLOBALS).1.to_string(),
                _ => {
                    let at = self.chance.below(self.locals.len() as u64) as usize;
                    self.locals[at].clone()
                }
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.chance.below(14) {
            0 | 1 => format!("({a} + {b})"),
            2 => format!("({a} - {b})"),
            3 => format!("({a} * {b})"),
            4 => format!("({a} / ({b} | 1))"),
            5 => format!("({a} % ({b} | 1))"),
            6 => format!("({a} & {b})"),
            7 => format!("({a} | {b})"),
            8 => format!("({a} ^ {b})"),
            9 => format!("({a} << ({b} & 7))"),
            10 => format!("({a} >> ({b} & 7))"),
            11 => format!("(({}){a})", self.chance.one_of(&TYPES)),
            12 => format!("({a} < {b} ? {a} : {b})"),
            _ => format!("(unsigned){a} % {}u", 2 + self.chance.below(30)),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.expression(1), self.expression(1));
        let op = self.chance.one_of(&["<", "<=", ">", ">=", "==", "!="]);
        match self.chance.below(4) {
            0 => format!("{a} {op} {b} && {b} != {}", self.number()),
            1 => format!("{a} {op} {}", self.number()),
            _ => format!("{a} {op} {b}"),
        }
    }

    fn call(&mut self, below: usize) -> String {
        let f = self.chance.below(below as u64) as usize;
        let args: Vec<String> = (0..self.functions[f].len()).map(|_| self.expression(2)).collect();
        format!("f{f}({})", args.join(", "))
    }

    /// `below`: functions that may be called.
    fn statement(&mut self, below: usize, depth: u32) {
        let pad = "    ".repeat(3 - depth.min(2) as usize);
        match self.chance.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => {
                let to = self.chance.below(self.locals.len() as u64) as usize;
                let (to, v) = (self.locals[to].clone(), self.expression(2));
                // Counters of loops stay what they are, or nothing would end.
                if !to.starts_with('i') {
                    let _ = writeln!(self.text, "{pad}{to} = {v};");
                }
            }
            2 => {
                let (to, v) = (self.chance.one_of(&GLOBALS).1, self.expression(2));
                let _ = writeln!(self.text, "{pad}{to} = {v};");
            }
            3 | 4 if below > 0 => {
                let call = self.call(below);
                let _ = writeln!(self.text, "{pad}x += {call};");
            }
            3 | 4 => {}
            5 | 6 => {
                let c = self.condition();
                let _ = writeln!(self.text, "{pad}if ({c}) {{");
                self.statement(below, depth - 1);
                let _ = writeln!(self.text, "{pad}}} else {{");
                self.statement(below, depth - 1);
                let _ = writeln!(self.text, "{pad}}}");
            }
            7 => {
                let v = self.expression(1);
                let _ = writeln!(self.text, "{pad}switch ((int){v}) {{");
                for case in 0..2 + self.chance.below(3) {
                    let _ = writeln!(self.text, "{pad}case {}:", case * 3);
                    self.statement(below, depth - 1);
                    let leave = self.chance.one_of(&["break;", ";"]);
                    let _ = writeln!(self.text, "{pad}    {leave}");
                }
                let _ = writeln!(self.text, "{pad}}}");
            }
            _ => {
                let i = format!("i{}", self.loops);
                self.loops += 1;
                let turns = 1 + self.chance.below(12) as i64;
                let (from, step) = (self.chance.below(9) as i64 - 4, 1 + self.chance.below(3) as i64);
                let head = match self.chance.below(3) {
                    0 => format!("for (int {i} = {from}; {i} < {}; {i} += {step})", from + turns),
                    1 => format!("for (int {i} = {}; {i} >= {from}; {i} -= {step})", from + turns),
                    _ => format!("for (unsigned {i} = {turns}; {i} > 0; {i}--)"),
                };
                let _ = writeln!(self.text, "{pad}{head} {{");
                self.locals.push(i);
                self.statement(below, depth - 1);
                self.locals.pop();
                let _ = writeln!(self.text, "{pad}}}");
            }
        }
    }

    fn function(&mut self, f: usize) {
        let params = self.functions[f].clone();
        let list: Vec<String> = params.iter().enumerate().map(|(i, ty)| format!("{ty} p{i}")).collect();
        let _ = writeln!(self.text, "static int f{f}({})\n{{\n    int x = 0;", list.join(", "));
        for i in 0..params.len() {
            let _ = writeln!(self.text, "    printf(\"f{f}: p{i} %lld\\n\", (long long)p{i});");
        }
        self.text.push_str("    globals();\n    if (fuel-- <= 0)\n        return 0;\n");
        self.locals = (0..params.len()).map(|i| format!("p{i}")).chain(["x".to_string()]).collect();
        // Itself, too: fuel ends that.
        let below = if self.chance.below(4) == 0 { f + 1 } else { f };
        for _ in 0..2 + self.chance.below(5) {
            self.statement(below, 2);
        }
        let v = self.expression(1);
        let _ = writeln!(self.text, "    return {v};\n}}\n");
    }
}

pub fn program(seed: u64) -> Option<Chatty> {
    let chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut w = Writer { chance, text: String::new(), functions: Vec::new(), locals: Vec::new(), loops: 0 };
    let _ = writeln!(
        w.text,
        "#include <stdio.h>\n#include <stdlib.h>\n\nstatic int g0 = 3;\nstatic unsigned char g1;\nstatic short g2 = -2;\n\
         static struct {{\n    int a;\n    unsigned b;\n}} box = {{1, 2}};\nstatic volatile int fuel = {FUEL};\n"
    );
    w.text.push_str("static void globals(void)\n{\n");
    for (_, g) in GLOBALS {
        let _ = writeln!(w.text, "    printf(\"{g} %lld\\n\", (long long){g});");
    }
    w.text.push_str("}\n\n");
    let count = 2 + w.chance.below(5) as usize;
    for _ in 0..count {
        let params = (0..1 + w.chance.below(3)).map(|_| w.chance.one_of(&TYPES)).collect();
        w.functions.push(params);
    }
    (0..count).for_each(|f| w.function(f));
    w.text.push_str("int main(int argc, char **argv)\n{\n    int p0 = argc > 1 ? atoi(argv[1]) : 0, x = 0;\n");
    w.locals = vec!["p0".into(), "x".into()];
    for _ in 0..4 {
        w.statement(count, 2);
    }
    let call = w.call(count);
    let _ = writeln!(w.text, "    x += {call};\n    globals();\n    return x & 1;\n}}");
    let args = ["0", "7", "-3", "100000"].map(|a| vec![a.to_string()]).to_vec();
    Some(Chatty { text: w.text, cflags: vec!["-w".into()], args })
}

//! Parallel copies: the moves of all phis of an edge happen at once.

use crate::op::{Op, Reg};

/// One copy of `n` consecutive slots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Copy {
    pub d: Reg,
    pub a: Reg,
    pub n: u32,
}

/// Orders copies so that no source is overwritten before it is read; `temp(n)` gives fresh slots to break cycles.
pub fn sequence(copies: &[Copy], temp: &mut dyn FnMut(u32) -> Reg, out: &mut Vec<Op>) {
    let mut pending: Vec<Copy> = copies.iter().copied().filter(|c| c.d != c.a && c.n > 0).collect();
    let overlap = |a: Reg, n: u32, b: Reg, m: u32| a < b + m && b < a + n;
    while !pending.is_empty() {
        let free =
            pending.iter().position(|c| !pending.iter().any(|o| !std::ptr::eq(o, c) && overlap(c.d, c.n, o.a, o.n)));
        match free {
            Some(i) => out.push(copy(pending.remove(i))),
            None => {
                // Only cycles are left: save one source, and read it from there.
                let c = pending[0];
                let t = temp(c.n);
                out.push(copy(Copy { d: t, a: c.a, n: c.n }));
                pending[0].a = t;
            }
        }
    }
}

pub fn copy(c: Copy) -> Op {
    if c.n == 1 { Op::Mov { d: c.d, a: c.a } } else { Op::MovN { n: c.n as u16, d: c.d, a: c.a } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(copies: &[Copy]) {
        let mut next = 100;
        let mut ops = Vec::new();
        sequence(
            copies,
            &mut |n| {
                next += n;
                next - n
            },
            &mut ops,
        );
        let mut regs: Vec<u32> = (0..200).collect();
        for op in ops {
            match op {
                Op::Mov { d, a } => regs[d as usize] = regs[a as usize],
                Op::MovN { n, d, a } => regs.copy_within(a as usize..a as usize + n as usize, d as usize),
                _ => unreachable!(),
            }
        }
        for c in copies {
            for i in 0..c.n {
                assert_eq!(regs[(c.d + i) as usize], c.a + i, "{copies:?}");
            }
        }
    }

    #[test]
    fn swaps_and_chains() {
        let c = |d, a| Copy { d, a, n: 1 };
        run(&[c(1, 2), c(2, 1)]);
        run(&[c(1, 2), c(2, 3), c(3, 1), c(4, 1)]);
        run(&[c(1, 2), c(2, 3), c(3, 4)]);
        run(&[c(3, 4), c(2, 3), c(1, 2)]);
        run(&[Copy { d: 10, a: 12, n: 2 }, Copy { d: 12, a: 10, n: 2 }, c(5, 10)]);
    }
}

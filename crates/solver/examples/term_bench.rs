//! Nanoseconds per term of what a loop over symbolic data makes: in a new pool, and again in the same one, as the next
//! run over the same path does.

use crescendo_solver::expr::{ExprId, Pool};
use std::time::Instant;

/// Makes terms, and says how many calls of constructors that took.
type Work = fn(&mut Pool, &[ExprId]) -> u64;

/// h = h * 33 ^ c, and a look at its low bits.
fn hash(p: &mut Pool, bytes: &[ExprId]) -> u64 {
    let mut h = p.constant(5381, 32);
    for &c in bytes {
        let k = p.constant(33, 32);
        let (scaled, wide) = (p.mul(h, k), p.zext(c, 32));
        h = p.xor(scaled, wide);
        let (mask, zero) = (p.constant(15, 32), p.constant(0, 32));
        let low = p.and(h, mask);
        let same = p.eq(low, zero);
        p.not(same);
    }
    9 * bytes.len() as u64
}

/// A decimal number: checks of digits, n = n * 10 + (c - '0'), a check of the range.
fn digits(p: &mut Pool, bytes: &[ExprId]) -> u64 {
    let mut n = p.constant(0, 32);
    for &c in bytes {
        let wide = p.sext(c, 32);
        let (low, high) = (p.constant(b'0' as u64, 32), p.constant(b'9' as u64, 32));
        p.sle(low, wide);
        p.sle(wide, high);
        let digit = p.sub(wide, low);
        let ten = p.constant(10, 32);
        let tens = p.mul(n, ten);
        n = p.add(tens, digit);
        let limit = p.constant(100_000, 32);
        p.slt(limit, n);
    }
    10 * bytes.len() as u64
}

/// A checksum by shifts and choices, bit by bit.
fn crc(p: &mut Pool, bytes: &[ExprId]) -> u64 {
    let mut crc = p.constant(0xffff_ffff, 32);
    for &c in bytes.iter().take(24) {
        let wide = p.zext(c, 32);
        crc = p.xor(crc, wide);
        for _ in 0..4 {
            let (one, polynomial) = (p.constant(1, 32), p.constant(0xedb8_8320, 32));
            let bit = p.and(crc, one);
            let minus = p.neg(bit);
            let mask = p.and(polynomial, minus);
            let half = p.lshr(crc, one);
            crc = p.xor(half, mask);
        }
    }
    24 * (2 + 4 * 7)
}

/// Words stored to memory and loaded again: bytes, joined.
fn memory(p: &mut Pool, bytes: &[ExprId]) -> u64 {
    let mut sum = p.constant(0, 32);
    for four in bytes.chunks_exact(4) {
        let word = four[1..].iter().fold(four[0], |w, b| p.concat(*b, w));
        sum = p.add(sum, word);
        let again: Vec<ExprId> = (0..4).map(|i| p.extract(sum, i * 8, 8)).collect();
        sum = again[1..].iter().fold(again[0], |w, b| p.concat(*b, w));
    }
    bytes.len() as u64 / 4 * 11
}

fn inputs(p: &mut Pool) -> Vec<ExprId> {
    (0..256)
        .map(|i| {
            let v = p.new_variable(&format!("b{i}"), 8);
            p.var(v)
        })
        .collect()
}

fn main() {
    let rounds: u32 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(300);
    println!("ns per call, the least of {rounds} rounds:    new pool   again");
    for (name, work) in [("hash", hash as Work), ("digits", digits), ("crc", crc), ("memory", memory)] {
        let (mut new, mut again) = (f64::MAX, f64::MAX);
        for _ in 0..rounds {
            let mut p = Pool::new();
            let bytes = inputs(&mut p);
            for best in [&mut new, &mut again] {
                let start = Instant::now();
                let calls = work(&mut p, &bytes);
                *best = best.min(start.elapsed().as_nanos() as f64 / calls as f64);
            }
        }
        println!("  {name:<36} {new:>10.1} {again:>8.1}");
    }
}

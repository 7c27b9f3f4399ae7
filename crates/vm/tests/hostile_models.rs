//! No library model panics or hangs, whatever a program passes it: null and wild pointers, huge lengths, numbers of
//! the wrong kind, too few arguments.

use crescendo_program::{FloatKind, LinkOptions, Program, Scalar, link, load_unit};
use crescendo_vm::memory::MemoryLimits;
use crescendo_vm::models::{self, Args};
use crescendo_vm::world::EmptyWorld;
use crescendo_vm::{Limits, Value, Vm};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};

const SOURCE: &str = r#"
char text[64] = "-a some %s text 12.5e3 %d%n, with words";
char unended[8] = "abcdefgh";
const char fixed[] = "constant %p %ls";
int numbers[16] = {5, 3, 9, 1, -7};
int wide[16] = {'w', 'i', 'd', 'e', 0};
char *pointers[8] = {text, text + 3, unended, 0};
double floats[4] = {1.5, -2, 1e300};
int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
void nothing(void) {}
char *optarg; int optind, opterr, optopt;
int main(void) { return 0; }
"#;

/// Compiles the source for a target; nothing if clang can't.
fn program(target: &str) -> Program {
    let mut clang = Command::new("clang-19")
        .args(["-x", "c", "-w", "-O0", "-g", "-emit-llvm", "-c", "-o", "-", "-"])
        .arg(format!("--target={target}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("clang-19 runs");
    std::io::Write::write_all(&mut clang.stdin.take().expect("a pipe"), SOURCE.as_bytes()).expect("clang reads");
    let out = clang.wait_with_output().expect("clang ends");
    let unit = load_unit(&out.stdout, "hostile").expect("bitcode");
    link(vec![unit], &LinkOptions { is_library: &|name| models::find(name).is_some() }).expect("a program")
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33 ^ self.0 << 20
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.next() % list.len() as u64) as usize]
    }
}

/// A word a program might pass: addresses, lengths, flags, rubbish.
fn word(r: &mut Random, p: &Program) -> u64 {
    let names = ["text", "unended", "fixed", "numbers", "wide", "pointers", "floats"];
    let address = |name: &str| p.find_global(name).map_or(0, |g| p.global(g).address);
    match r.next() % 12 {
        0 => 0,
        1..=4 => address(r.pick(&names)),
        5 => address(r.pick(&names)).wrapping_add(r.next() % 80).wrapping_sub(8),
        6 => p.find(r.pick(&["compare", "nothing", "main"])).map_or(0, |f| p.function(f).address),
        7 => r.next() % 300,
        8 => (r.next() % 70).wrapping_neg(),
        9 => 1 << (r.next() % 64),
        10 => r.pick(&[u64::MAX, 0x7fff_ffff, 0x8000_0000, 0x7fff_ffff_ffff_ffff, 0xffff_ffff, 1, 2, 16]),
        _ => r.next() | r.next() << 31,
    }
}

fn value(r: &mut Random, p: &Program, number: u32) -> Value {
    let pointer = p.target.pointer_bits;
    let scalar = match r.next() % 10 {
        0..=3 => Scalar::Ptr,
        4..=5 => Scalar::Int(32),
        6 => Scalar::Int(pointer),
        7 => Scalar::Int(r.pick(&[8, 16, 64, 128])),
        8 => Scalar::Float(FloatKind::F64),
        _ => Scalar::Float(r.pick(&[FloatKind::F32, p.target.long_double, FloatKind::F128])),
    };
    let mask = |bits: u32| if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
    let mut lo = word(r, p);
    match scalar {
        Scalar::Float(FloatKind::F64) => {
            lo = r.pick(&[0.0, 1.5, -2.5, 1e300, f64::NAN, f64::INFINITY, 5e-324, 1e18]).to_bits();
        }
        scalar => lo &= mask(scalar.bits(pointer)),
    }
    let hi = if scalar.slots() > 1 { r.next() & mask(scalar.bits(pointer) - 64) } else { 0 };
    Value { scalar, lo, hi, by_value: None, number }
}

fn attack(target: &str, rounds: u64) {
    let p = program(target);
    let mut failures = Vec::new();
    for model in models::all() {
        let name = model.name;
        let mut r = Random(name.bytes().fold(7u64, |h, b| h.wrapping_mul(31) + b as u64));
        for round in 0..rounds {
            let limits = Limits {
                steps: 20_000,
                memory: MemoryLimits { bytes: 1 << 24, stack: 1 << 16 },
                output: 1 << 20,
                ..Limits::default()
            };
            let mut vm = Vm::new(&p, Box::new(EmptyWorld::default()), limits).expect("a machine");
            for _ in 0..4 {
                let count = r.next() % 7;
                let values: Vec<Value> = (0..count).map(|i| value(&mut r, &p, i as u32)).collect();
                let fixed = (r.next() % (count + 1)) as u32;
                let args = Args { values: &values, fixed };
                let call = catch_unwind(AssertUnwindSafe(|| (model.call)(&mut vm, args).is_ok()));
                if call.is_err() {
                    failures.push(format!("{name} (round {round}) {values:?}"));
                    break;
                }
            }
        }
    }
    assert!(failures.is_empty(), "{target}: {} panics\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn on_x86_64() {
    attack("x86_64-linux-gnu", 60);
}

#[test]
fn on_big_endian_32_bits() {
    attack("powerpc-linux-gnu", 30);
}

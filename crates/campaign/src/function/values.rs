//! Input values as JSON.

use crescendo_number::int;
use crescendo_program::ctype::{CType, Types};
use crescendo_program::{FloatKind, Program};
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Input, InputKind, Run, Target, Unit};
use serde_json::{Map, Value, json};

/// Zeros in objects that are told of one run: nobody reads more, and large programs have millions.
const ZEROS: usize = 32;

/// The inputs of a run by access path: parameters, what decides its way, and numbers that are not zero. The rest of large objects
/// would hide them.
pub fn inputs(unit: &Unit, run: &Run, values: &Assignment) -> Map<String, Value> {
    let (program, driver, deciding) = (unit.program, unit.driver(), unit.deciding(run));
    let show = |i: &Input, words: &[u64]| match driver.choices.get(&i.variable) {
        Some(targets) => target(program, &targets[(words[0] as usize).min(targets.len() - 1)]),
        None => value(&program.types, i, words),
    };
    let mut zeros = 0;
    let mut is_told = |i: &Input, v: &Value| {
        let zero = v.is_null() || v.as_f64() == Some(0.0);
        let is_number = matches!(i.kind, InputKind::Value(_) | InputKind::Outside(_)) && !zero;
        if is_number || !i.path.contains(['.', '[', '>', '(']) {
            return true;
        }
        let decides = deciding.contains(&i.variable);
        zeros += (decides && zero) as usize;
        decides && (!zero || zeros <= ZEROS)
    };
    let all = driver.inputs.values(&run.used, values).map(|(i, words)| (i, show(i, &words)));
    all.filter(|(i, v)| is_told(i, v)).map(|(i, v)| (i.path.clone(), v)).collect()
}

fn target(program: &Program, t: &Target) -> Value {
    match t {
        Target::Null => Value::Null,
        Target::Object => json!("object"),
        Target::Middle(n) => json!(format!("{n} bytes behind the start of an object")),
        Target::Stream => json!("stream"),
        Target::Number => json!("number"),
        Target::Initial(_) => json!("initial"),
        Target::Same(path) => json!(format!("same as {path}")),
        Target::End(path) => json!(format!("end of {path}")),
        Target::Function(f) => json!(program.function(*f).name),
        Target::Global(g, 0) => json!(format!("&{}", program.global(*g).name)),
        Target::Global(g, offset) => json!(format!("&{} + {offset} bytes", program.global(*g).name)),
    }
}

fn value(types: &Types, input: &Input, words: &[u64]) -> Value {
    match input.kind {
        InputKind::Length => json!(words[0] + 1),
        InputKind::Pointer(_) | InputKind::Bits | InputKind::Outside(_) => number(words, input.width, false),
        InputKind::Value(ty) => match types.resolved(ty) {
            CType::Float { kind, .. } | CType::Complex { element: kind, .. } => float(*kind, words),
            CType::Char { signed, .. } | CType::Int { signed, .. } => number(words, input.width, *signed),
            CType::Enum(e) => {
                let v = int::sext(words[0], input.width);
                let named = e.values.iter().find(|(_, n)| *n == v || !e.signed && *n as u64 == words[0]);
                named.map_or_else(|| number(words, input.width, e.signed), |(name, _)| json!(name))
            }
            _ => number(words, input.width, false),
        },
    }
}

fn number(words: &[u64], width: u32, signed: bool) -> Value {
    match (width, signed) {
        (0..=64, true) => json!(int::sext(words[0], width)),
        (0..=64, false) => json!(words[0]),
        _ => {
            let hex: String = words.iter().rev().map(|w| format!("{w:016x}")).collect();
            let digits = hex.trim_start_matches('0');
            json!(format!("0x{}", if digits.is_empty() { "0" } else { digits }))
        }
    }
}

fn float(kind: FloatKind, words: &[u64]) -> Value {
    let v = match kind {
        FloatKind::F32 => f32::from_bits(words[0] as u32) as f64,
        FloatKind::F64 => f64::from_bits(words[0]),
        // Other formats do not fit a JSON number: their bits.
        _ => return number(words, kind.bits(), false),
    };
    // JSON has no infinities, and whole numbers look like integers.
    if v.is_finite() { json!(v) } else { json!(v.to_string()) }
}

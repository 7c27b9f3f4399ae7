//! Inputs that are in no object: unnamed arguments, `errno`; and those that a test cannot give.

use super::NotATest;
use super::setup::Setup;
use crate::model::{Argument, Format, Value};
use crescendo_solver::expr::Assignment;
use crescendo_unit::{Input, Run};

/// Adds unnamed arguments to those of the last call; gives the value of `errno` before it, if that is not zero.
pub fn others(
    setup: &mut Setup,
    run: &Run,
    values: &Assignment,
    arguments: &mut Vec<Argument>,
) -> Result<Option<i32>, NotATest> {
    let driver = setup.unit.driver();
    let used: Vec<&Input> = driver.inputs.all().iter().filter(|i| run.used.contains(&i.variable)).collect();
    let mut errno = None;
    for i in used {
        let words = values.get_words(i.variable, i.width);
        let number = words.first().copied().unwrap_or(0);
        let path = i.path.as_str();
        let root = path.split('#').next().unwrap_or(path);
        let is_global = || setup.program.globals.iter().any(|g| root.split(['.', '[', '-']).next() == Some(&g.name));
        let refused = match path {
            "errno" => {
                errno = (number != 0).then_some(number as u32 as i32);
                None
            }
            _ if path.starts_with("va_int#") => {
                let value = Value::Integer { value: (number as i64).to_string(), bits: 64, signed: true };
                arguments.push(unnamed(value));
                None
            }
            _ if path.starts_with("va_double#") => {
                let value = Value::Float { format: Format::Double, bits: format!("{number:016x}") };
                arguments.push(unnamed(value));
                None
            }
            _ if path.contains("va_pointer#") || path.contains(":va_") => Some("its unnamed arguments hold pointers"),
            _ if path.starts_with("*(") && path.contains("0x") => Some("it reads memory at a fixed address"),
            _ if ["socket#", "accept#", "accept4#"].iter().any(|s| path.contains(s)) => {
                Some("it reads from the network")
            }
            _ if path.contains('#') && is_global() || is_read_again(path) => {
                Some("it reads a volatile variable more than once")
            }
            _ => None,
        };
        if let Some(why) = refused {
            return Err(format!("{why} (`{path}`), which tests do not set up yet").into());
        }
    }
    Ok(errno)
}

/// A later volatile read of a place behind a pointer: `p->status#2`.
fn is_read_again(path: &str) -> bool {
    path.rsplit_once('#').is_some_and(|(place, number)| {
        number.bytes().all(|b| b.is_ascii_digit()) && place.contains(['[', '>', '.', '@'])
    })
}

fn unnamed(value: Value) -> Argument {
    Argument { name: String::new(), ty: String::new(), value: Some(value), pointer: false }
}

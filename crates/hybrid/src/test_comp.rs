//! Inputs as test cases of the software testing competition, each written as it is found.

use crescendo_process::Input;
use crescendo_process::input::Nondet;
use crescendo_program::Program;
use crescendo_program::symbol::FunctionId;
use crescendo_suite::export::sha256::sha256;
use crescendo_suite::export::testcomp::{escaped, head};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What a property file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// As many branches as there are.
    Branches,
    /// A call of this function.
    Call(String),
}

#[derive(Debug, thiserror::Error)]
pub enum PropertyError {
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, std::io::Error),
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, std::io::Error),
    #[error("{0} is no property of Test-Comp: expected @CALL(function), @DECISIONEDGE or @BASICBLOCKENTRY")]
    Unknown(PathBuf),
    #[error("the program has no function `{0}`: nothing can call it")]
    NoFunction(String),
}

fn parse(text: &str) -> Option<Property> {
    if let Some((_, rest)) = text.split_once("@CALL(") {
        return Some(Property::Call(rest.split(')').next().unwrap_or_default().trim().to_string()));
    }
    let branches = ["@DECISIONEDGE", "@BASICBLOCKENTRY", "@CONDITIONEDGE"].iter().any(|e| text.contains(e));
    branches.then_some(Property::Branches)
}

/// A folder `test-suite` that grows.
pub struct Suite {
    folder: PathBuf,
    count: usize,
}

impl Suite {
    /// What a property file asks of a program, as a suite in the output folder, and the function that is to be called.
    pub fn open(
        property: &Path,
        program: &Program,
        file: &Path,
        output: &Path,
    ) -> Result<(Suite, Option<FunctionId>), PropertyError> {
        let read = |path: &Path| std::fs::read(path).map_err(|e| PropertyError::Read(path.to_path_buf(), e));
        let text = String::from_utf8_lossy(&read(property)?).trim().to_string();
        let until = match parse(&text).ok_or_else(|| PropertyError::Unknown(property.to_path_buf()))? {
            Property::Branches => None,
            Property::Call(name) => Some(program.find(&name).ok_or(PropertyError::NoFunction(name))?),
        };
        let folder = output.join("test-suite");
        let _ = std::fs::remove_dir_all(&folder);
        let wide = program.target.pointer_bits == 64;
        let mut x = head("test-metadata", "test-metadata");
        x.push_str("<test-metadata>\n");
        for (name, text) in [
            ("sourcecodelang", "C"),
            ("producer", concat!("crescendo ", env!("CARGO_PKG_VERSION"))),
            ("specification", &text),
            ("programfile", &file.display().to_string()),
            ("programhash", &sha256(&read(file)?)),
            ("entryfunction", "main"),
            ("architecture", if wide { "64bit" } else { "32bit" }),
            ("creationtime", "1970-01-01T00:00:00Z"),
        ] {
            let _ = writeln!(x, "  <{name}>{}</{name}>", escaped(text));
        }
        x.push_str("</test-metadata>\n");
        let wrote = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(folder.join("metadata.xml"), x));
        wrote.map_err(|e| PropertyError::Write(folder.clone(), e))?;
        Ok((Suite { folder, count: 0 }, until))
    }

    pub fn add(&mut self, input: &Input, error: bool) -> std::io::Result<()> {
        let mut x = head("testcase", "testcase");
        let _ = writeln!(x, "<testcase{}>", if error { " coversError=\"true\"" } else { "" });
        for n in &input.values {
            let _ = writeln!(x, "  <input>{}</input>", number(*n));
        }
        x.push_str("</testcase>\n");
        self.count += 1;
        let name = format!("testcase-{}.xml", self.count);
        // A reader never sees half of one.
        std::fs::write(self.folder.join(".part"), x)?;
        std::fs::rename(self.folder.join(".part"), self.folder.join(name))
    }
}

/// A value as C reads it: integers with their sign, which a wider or unsigned type takes as the same bits.
fn number(n: Nondet) -> String {
    match (n.float, n.bits) {
        (true, 32) => format!("{:?}", f32::from_bits(n.value as u32)),
        (true, _) => format!("{:?}", f64::from_bits(n.value)),
        (false, bits @ 1..=63) => {
            let shift = 64 - bits;
            format!("{}", (n.value << shift) as i64 >> shift)
        }
        (false, _) => format!("{}", n.value as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read() {
        let call = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";
        assert_eq!(parse(call), Some(Property::Call("reach_error".into())));
        let branches = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
        assert_eq!(parse(branches), Some(Property::Branches));
        assert!(parse("CHECK( init(main()), LTL(G ! overflow) )").is_none());
    }

    #[test]
    fn numbers_have_their_sign_and_all_their_digits() {
        let n = |value, bits, float| number(Nondet { value, bits, float });
        assert_eq!(n(0xffff_ffff, 32, false), "-1");
        assert_eq!(n(200, 8, false), "-56");
        assert_eq!(n(u64::MAX, 64, false), "-1");
        assert_eq!(n(0.1f64.to_bits(), 64, true), "0.1");
        assert_eq!(n(1.5f32.to_bits() as u64, 32, true), "1.5");
    }
}

//! Inputs as test cases of the software testing competition, each written as it is found.

use anyhow::{Context, Result, bail};
use crescendo_process::Input;
use crescendo_process::input::Nondet;
use crescendo_suite::export::sha256::sha256;
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

pub fn read(file: &Path) -> Result<(Property, String)> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = text.trim().to_string();
    Ok((parse(&text).with_context(|| format!("{} is no property of Test-Comp", file.display()))?, text))
}

fn parse(text: &str) -> Result<Property> {
    if let Some((_, rest)) = text.split_once("@CALL(") {
        let name = rest.split(')').next().unwrap_or_default().trim();
        // Newer ones say `COVER EDGES(@CALL(reach_error))`, older ones named the function with two underscores.
        return Ok(Property::Call(name.to_string()));
    }
    match text.contains("@DECISIONEDGE") || text.contains("@BASICBLOCKENTRY") || text.contains("@CONDITIONEDGE") {
        true => Ok(Property::Branches),
        false => bail!("expected @CALL(function), @DECISIONEDGE or @BASICBLOCKENTRY"),
    }
}

/// A folder `test-suite` that grows.
pub struct Suite {
    folder: PathBuf,
    count: usize,
}

impl Suite {
    pub fn new(output: &Path, property: &str, program: &Path, wide: bool) -> Result<Suite> {
        let folder = output.join("test-suite");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot write to {}", folder.display()))?;
        let bytes = std::fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
        let mut x = head("test-metadata");
        x.push_str("<test-metadata>\n");
        for (name, text) in [
            ("sourcecodelang", "C"),
            ("producer", concat!("crescendo ", env!("CARGO_PKG_VERSION"))),
            ("specification", property),
            ("programfile", &program.display().to_string()),
            ("programhash", &sha256(&bytes)),
            ("entryfunction", "main"),
            ("architecture", if wide { "64bit" } else { "32bit" }),
            ("creationtime", "1970-01-01T00:00:00Z"),
        ] {
            let _ = writeln!(x, "  <{name}>{}</{name}>", escaped(text));
        }
        x.push_str("</test-metadata>\n");
        std::fs::write(folder.join("metadata.xml"), x).context("metadata.xml cannot be written")?;
        Ok(Suite { folder, count: 0 })
    }

    pub fn add(&mut self, input: &Input, error: bool) -> std::io::Result<()> {
        let mut x = head("testcase");
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

fn head(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_read() {
        let call = "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )";
        assert_eq!(parse(call).unwrap(), Property::Call("reach_error".into()));
        let branches = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
        assert_eq!(parse(branches).unwrap(), Property::Branches);
        assert!(parse("CHECK( init(main()), LTL(G ! overflow) )").is_err());
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

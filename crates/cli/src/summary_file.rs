//! Reads `summary.json` a function at a time: that of a large program is too much to hold at once.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The whole of it in few words.
#[derive(Deserialize)]
pub struct Outline {
    #[serde(default)]
    pub tool: String,
    #[serde(default)]
    pub seconds: f64,
    #[serde(default)]
    pub files_failed: u64,
    functions: Vec<Calls>,
}

#[derive(Deserialize)]
struct Calls {
    name: String,
    #[serde(default)]
    calls: Vec<String>,
}

impl Outline {
    /// Of functions, by their names.
    pub fn numbers(&self) -> HashMap<String, usize> {
        self.functions.iter().enumerate().map(|(i, f)| (f.name.clone(), i)).collect()
    }

    /// Of each function: the numbers of the others that call it.
    pub fn callers(&self, numbers: &HashMap<String, usize>) -> Vec<Vec<usize>> {
        let mut callers = vec![Vec::new(); self.functions.len()];
        for (by, f) in self.functions.iter().enumerate() {
            for &called in f.calls.iter().filter_map(|c| numbers.get(c)) {
                if called != by && callers[called].last() != Some(&by) {
                    callers[called].push(by);
                }
            }
        }
        callers
    }
}

fn open(path: &Path) -> Result<serde_json::Deserializer<serde_json::de::IoRead<BufReader<File>>>> {
    let file = File::open(path);
    let file = file.with_context(|| format!("cannot read {}; `crescendo gen` writes it", path.display()))?;
    Ok(serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 16, file)))
}

fn is_none(path: &Path) -> String {
    format!("{} is no summary", path.display())
}

pub fn outline(path: &Path) -> Result<Outline> {
    Outline::deserialize(&mut open(path)?).with_context(|| is_none(path))
}

/// Hands each function to `take`, without the inputs of its tests, of which the suite has more: most of a large summary
/// are inputs.
pub fn each(path: &Path, take: &mut dyn FnMut(Value) -> Result<()>) -> Result<()> {
    let mut failed = None;
    let read = Whole { take, failed: &mut failed }.deserialize(&mut open(path)?);
    match failed {
        Some(why) => Err(why),
        None => read.with_context(|| is_none(path)),
    }
}

struct Whole<'a> {
    take: &'a mut dyn FnMut(Value) -> Result<()>,
    /// What `take` said: errors of reading cannot carry it.
    failed: &'a mut Option<anyhow::Error>,
}

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a summary")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Whole { take, failed } = self;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "functions" => map.next_value_seed(Functions { take: &mut *take, failed: &mut *failed })?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

struct Functions<'a> {
    take: &'a mut dyn FnMut(Value) -> Result<()>,
    failed: &'a mut Option<anyhow::Error>,
}

impl<'de> DeserializeSeed<'de> for Functions<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<(), D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Functions<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("functions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<(), A::Error> {
        #[derive(Deserialize)]
        struct One {
            #[serde(rename = "inputs")]
            _inputs: Option<IgnoredAny>,
            #[serde(flatten)]
            rest: Map<String, Value>,
        }
        while let Some(one) = all.next_element::<One>()? {
            if let Err(why) = (self.take)(Value::Object(one.rest)) {
                *self.failed = Some(why);
                return Err(A::Error::custom("what was read is of no use"));
            }
        }
        Ok(())
    }
}

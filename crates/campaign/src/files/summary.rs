//! Reads `summary.json` a function at a time: that of a large program is too much to hold at once.

use crate::error::{CampaignError, Result};
use crate::results::summary::FunctionSummary;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
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
    /// The functions by name, with whom they call.
    pub fn calls(&self) -> Vec<(String, Vec<String>)> {
        self.functions.iter().map(|f| (f.name.clone(), f.calls.clone())).collect()
    }
}

fn open(path: &Path) -> Result<serde_json::Deserializer<serde_json::de::IoRead<BufReader<File>>>> {
    let file = File::open(path).map_err(|source| CampaignError::NoSummary { path: path.to_path_buf(), source })?;
    Ok(serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 16, file)))
}

fn is_none(path: &Path) -> impl FnOnce(serde_json::Error) -> CampaignError {
    let path = path.to_path_buf();
    move |source| CampaignError::Format { path, what: "a summary of this tool", source }
}

pub fn outline(path: &Path) -> Result<Outline> {
    Outline::deserialize(&mut open(path)?).map_err(is_none(path))
}

/// Hands each function to `take`, without the inputs of its tests, of which the suite has more: most of a large summary
/// are inputs.
pub fn each(path: &Path, take: &mut Take) -> Result<()> {
    let mut failed = None;
    let read = Whole { take, failed: &mut failed }.deserialize(&mut open(path)?);
    match failed {
        Some(why) => Err(why),
        None => read.map_err(is_none(path)),
    }
}

/// What is done with each function.
type Take<'t> = dyn FnMut(FunctionSummary) -> Result<()> + 't;

struct Whole<'a> {
    take: &'a mut Take<'a>,
    /// What `take` said: errors of reading cannot carry it.
    failed: &'a mut Option<CampaignError>,
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
    take: &'a mut Take<'a>,
    failed: &'a mut Option<CampaignError>,
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
        while let Some(WithoutInputs(f)) = all.next_element::<WithoutInputs>()? {
            if let Err(why) = (self.take)(f) {
                *self.failed = Some(why);
                return Err(A::Error::custom("what was read is of no use"));
            }
        }
        Ok(())
    }
}

struct WithoutInputs(FunctionSummary);

impl<'de> Deserialize<'de> for WithoutInputs {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let mut f = FunctionSummary::deserialize(d)?;
        f.inputs = Vec::new();
        Ok(WithoutInputs(f))
    }
}

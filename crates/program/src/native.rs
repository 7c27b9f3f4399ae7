//! Counts natively what the machine counts: code of a test program is made to note the goals of a linked program.
//!
//! Functions are found by the place of their definition: a test program includes the user's sources as they are, but may
//! name things otherwise. One whose code has other goals than the program's is left as it is, and told.

use crate::cover::FunctionCover;
use crate::llvm::{Builder, Metadata, Module, Value};
use crate::lower::{Numbers, instrument, plan};
use crate::symbol::FunctionId;
use crate::{LoadError, Program};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Where functions of a program are defined.
pub struct Places<'p> {
    program: &'p Program,
    by_place: HashMap<(PathBuf, u32), Vec<FunctionId>>,
    /// By line and name: files that `#line` names may be nowhere.
    by_name: HashMap<(u32, String), Vec<FunctionId>>,
}

/// Code that counts.
pub struct Counting {
    pub bitcode: Vec<u8>,
    /// Functions of the program that count nothing, because their code differs.
    pub others: Vec<FunctionId>,
}

impl<'p> Places<'p> {
    /// `resolve` makes one path of all names of a file.
    pub fn new(program: &'p Program, resolve: &dyn Fn(&Path) -> PathBuf) -> Places<'p> {
        let mut files: HashMap<&str, PathBuf> = HashMap::new();
        let mut by_place: HashMap<(PathBuf, u32), Vec<FunctionId>> = HashMap::new();
        let mut by_name: HashMap<(u32, String), Vec<FunctionId>> = HashMap::new();
        for (i, f) in program.functions.iter().enumerate().filter(|(_, f)| f.body.is_some()) {
            let at = program.sources.get(f.position);
            let path = program.sources.path(at.file);
            let file = files.entry(path).or_insert_with(|| resolve(Path::new(path))).clone();
            by_place.entry((file, at.line)).or_default().push(FunctionId(i as u32));
            by_name.entry((at.line, f.name.clone())).or_default().push(FunctionId(i as u32));
        }
        Places { program, by_place, by_name }
    }

    /// The function that stands at a place, as that unit has it.
    fn find(&self, file: &Path, line: u32, name: &str, unit: usize) -> Option<FunctionId> {
        let Some(all) = self.by_place.get(&(file.to_owned(), line)) else {
            return self.nowhere(file, line, name, unit);
        };
        let named = |id: &&FunctionId| all.len() == 1 || self.program.function(**id).name == name;
        let of_unit = |id: &&FunctionId| self.program.function(**id).unit as usize == unit;
        let own =
            all.iter().filter(named).find(of_unit).or_else(|| all.iter().find(of_unit).filter(|_| all.len() == 1));
        own.or_else(|| all.iter().find(named)).copied()
    }

    /// The same in a file that is not there, whose name is all that is known.
    fn nowhere(&self, file: &Path, line: u32, name: &str, unit: usize) -> Option<FunctionId> {
        let name = name.strip_prefix("crescendo_original_").unwrap_or(name);
        let fits = |id: &&FunctionId| {
            let f = self.program.function(**id);
            let path = self.program.sources.path(self.program.sources.get(f.position).file);
            f.unit as usize == unit && Path::new(path).file_name() == file.file_name()
        };
        self.by_name.get(&(line, name.to_string()))?.iter().find(fits).copied()
    }

    /// Makes the code of a file that includes the source of a unit count the program's goals.
    pub fn count(
        &self,
        bitcode: &[u8],
        name: &str,
        unit: usize,
        resolve: &dyn Fn(&Path) -> PathBuf,
    ) -> Result<Counting, LoadError> {
        let module =
            Module::parse(bitcode, name).map_err(|reason| LoadError::Bitcode { name: name.to_string(), reason })?;
        let plans = plan(&module);
        let map = &self.program.cover;
        let mut others = Vec::new();
        let mut builder = Builder::new(&module);
        for (f, plan) in in_order(&module, plans.functions) {
            let Some(node) = Metadata::of_function(f) else { continue };
            let Some(path) = node.file_path() else { continue };
            let Some(id) = self.find(&resolve(Path::new(&path)), node.line(), &f.name(), unit) else { continue };
            let own: FunctionCover = map.of_function(id);
            let numbers = Numbers { map, own };
            match numbers.fit(&plan) {
                true => instrument(&mut builder, f, &plan, &numbers),
                false => others.push(id),
            }
        }
        drop(builder);
        Ok(Counting { bitcode: module.bitcode(), others })
    }
}

fn in_order<T>(module: &Module, mut plans: HashMap<Value, T>) -> Vec<(Value, T)> {
    module.functions().into_iter().filter_map(|f| Some((f, plans.remove(&f)?))).collect()
}

//! How a unit is set up.

use crate::bounds::Bounds;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub bounds: Bounds,
    /// Calls of the function in one test, where it remembers something from call to call in static variables of functions;
    /// else it is called once.
    pub calls: u32,
    /// Globals start from their initialisers and are no inputs.
    pub initial_globals: bool,
    /// Lengths are tied to the objects they are lengths of.
    pub relations: bool,
    /// Bytes that objects must be able to have, by the path of their pointer: found by trying (`Unit::needs`).
    pub needs: BTreeMap<String, u64>,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { bounds: Bounds::default(), calls: 2, initial_globals: false, relations: true, needs: BTreeMap::new() }
    }
}

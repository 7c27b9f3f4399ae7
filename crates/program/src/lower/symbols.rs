//! The symbols of one module: every function, global and alias has a number.

use crate::constant::SymbolRef;
use crate::llvm::{Module, Value};
use std::collections::HashMap;

pub struct SymbolIndex {
    pub list: Vec<Value>,
    by_value: HashMap<Value, SymbolRef>,
}

impl SymbolIndex {
    pub fn new(module: &Module) -> SymbolIndex {
        let mut list = module.functions();
        list.extend(module.globals());
        list.extend(module.aliases());
        list.extend(module.ifuncs());
        let by_value = list.iter().enumerate().map(|(i, &v)| (v, SymbolRef(i as u32))).collect();
        SymbolIndex { list, by_value }
    }

    pub fn get(&self, v: Value) -> Option<SymbolRef> {
        self.by_value.get(&v).copied()
    }
}

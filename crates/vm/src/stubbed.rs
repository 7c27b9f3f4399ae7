//! Functions that are not executed although they could be: the driver stands for them, as for functions without a body.

use crate::machine::Vm;
use crate::models;
use crescendo_program::symbol::FunctionId;

impl<'p> Vm<'p> {
    /// From now on these functions are stubs, and no others.
    pub fn set_stubbed(&mut self, functions: &[FunctionId]) {
        for id in std::mem::take(&mut self.stubbed_list) {
            let f = self.function(id);
            self.plain[id.0 as usize] = f.body.as_ref().filter(|b| b.plain_call);
            self.models[id.0 as usize] = if f.body.is_none() { models::find(&f.name) } else { None };
        }
        self.free_the_outside();
        self.stubbed = vec![0; self.program.functions.len().div_ceil(64)];
        for &id in functions {
            self.stubbed[id.0 as usize / 64] |= 1 << (id.0 % 64);
            self.plain[id.0 as usize] = None;
            self.models[id.0 as usize] = None;
            if let Some(model) = self.symbolic_models.get_mut(id.0 as usize) {
                *model = None;
            }
        }
        self.stubbed_list = functions.to_vec();
    }

    #[inline]
    pub(crate) fn is_stubbed(&self, id: FunctionId) -> bool {
        self.stubbed.get(id.0 as usize / 64).is_some_and(|w| w >> (id.0 % 64) & 1 != 0)
    }
}

//! Function pointers as inputs: which functions they are tried with.

use crate::driver::Driver;
use crate::pointer::place_of;
use crescendo_program::FunctionId;
use crescendo_program::ctype::TypeId;

/// Functions a pointer is tried with, besides a stub.
const MOST: usize = 14;

impl Driver<'_> {
    /// What a pointer to functions of type `to` is tried with, besides null and what the program has there at the start; last a stub,
    /// which stands for all others. Says too whether these are all functions that it could point to.
    ///
    /// First those that the program puts there, then those that it is compared with, then others of that type, if they may
    /// be there. A function that hands on to such a pointer is none that it points to: the call would have no end.
    pub(crate) fn functions_to_be(&self, path: &str, to: TypeId, initial: u64) -> (Vec<FunctionId>, bool) {
        let ty = self.program.types.resolve(to);
        let place = self.callbacks.get(&*place_of(path, |p| self.callbacks.contains_key(p)));
        let put = place.and_then(|p| self.facts.callbacks.get(p)).into_iter().flatten();
        let compared = place.and_then(|p| self.facts.callbacks.compared(p)).into_iter().flatten();
        let whole = place.is_some_and(|p| self.facts.callbacks.is_whole(p, ty));
        let others = self.facts.targets(ty).iter();
        let fitting = others.clone().filter(|f| !whole && !self.facts.is_dispatcher(**f));
        let mut functions: Vec<FunctionId> = Vec::new();
        for &f in put.chain(compared).chain(fitting) {
            if functions.len() < MOST && !functions.contains(&f) && self.program.function(f).address != initial {
                functions.push(f);
            }
        }
        let all = others.into_iter().all(|f| functions.contains(f) || self.program.function(*f).address == initial);
        functions.extend(self.facts.stubs.get(&ty));
        (functions, all)
    }
}

//! Inline assembly: empty barriers pass values through; everything else is reported when it is reached.

use super::function::FunctionLowerer;
use crate::llvm::Value;
use llvm_sys::LLVMTypeKind::LLVMStructTypeKind;

impl FunctionLowerer<'_, '_> {
    pub fn inline_asm(&mut self, v: Value, asm: Value) {
        let text = asm.asm_text();
        if !is_empty(&text) {
            let shown: String = text.chars().take(60).collect();
            return self.unsupported(format!("inline assembly \"{}\"", shown.escape_debug()));
        }
        if v.ty().is_void() {
            return;
        }
        // Outputs that share a place with an input ("+r", or "0") keep that value; others hold anything.
        let d = self.result(v);
        let results: Vec<u32> = match v.ty().kind() {
            LLVMStructTypeKind => {
                (0..v.ty().members().len() as u32).map(|i| self.layouts.member(v.ty(), &[i]).2).collect()
            }
            _ => vec![0],
        };
        let zero = self.known(0);
        for i in 0..self.slots(v.ty()) {
            self.copy(d + i, zero, 1);
        }
        let constraints = asm.asm_constraints();
        let parts: Vec<&str> = constraints.split(',').collect();
        // Direct outputs are results; `=*m` outputs are pointer arguments.
        let direct = parts.iter().filter(|c| c.starts_with('=') && !c.contains('*')).count();
        let indirect = parts.iter().filter(|c| c.starts_with('=') && c.contains('*')).count();
        let inputs = parts.iter().filter(|c| !c.starts_with('=') && !c.starts_with('~') && !c.starts_with('!'));
        let ties: Vec<usize> = inputs.clone().filter_map(|c| c.parse().ok()).collect();
        if (0..direct).any(|out| !ties.contains(&out)) {
            return self.unsupported("inline assembly with a result that nothing is known of".into());
        }
        for (i, c) in inputs.enumerate() {
            let tied: Option<usize> = c.parse().ok();
            let arg = (indirect + i) as u32;
            if let Some(out) = tied
                && out < direct
                && out < results.len()
                && arg < v.arg_count()
            {
                let a = self.value(v.operand(arg));
                self.copy(d + results[out], a, self.slots(v.operand(arg).ty()));
            }
        }
    }
}

/// White space, separators and comments only.
fn is_empty(text: &str) -> bool {
    text.split(['\n', ';']).all(|line| {
        let line = line.trim();
        line.is_empty() || line.starts_with('#') || line.starts_with("//") || line.starts_with('@')
    })
}

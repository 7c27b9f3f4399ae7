//! The arguments of `main`: at least the program's name, each a string, and a null pointer behind the last.

use crate::bounds::Bounds;
use crate::driver::Driver;
use crate::inputs::InputKind;
use crate::observe::Origin;
use crate::pointer::add_object;
use crescendo_program::ctype::{CType, TypeId};
use crescendo_program::{Function, Scalar};
use crescendo_solver::expr::ExprId;
use crescendo_vm::memory::ByteTerm;
use crescendo_vm::{Limit, Stop, Value, Vm};

/// Arguments at most, the name of the program among them, unless the user asks for more elements than usual.
const ARGUMENTS: u64 = 4;

impl Driver<'_> {
    fn most_arguments(&self) -> u64 {
        let asked = self.bounds.elements;
        if asked > Bounds::default().elements { asked } else { ARGUMENTS }
    }

    /// Whether a function is `main`, called with arguments.
    pub(crate) fn takes_arguments(&self, f: &Function, params: &[TypeId]) -> bool {
        let types = &self.program.types;
        let strings = |ty: TypeId| match types.resolved(ty) {
            CType::Pointer { to } => matches!(types.resolved(*to), CType::Pointer { .. }),
            _ => false,
        };
        f.name == "main"
            && (2..=3).contains(&params.len())
            && f.signature.params.len() == params.len()
            && matches!(types.resolved(params[0]), CType::Int { bits: 32 | 16, .. })
            && params[1..].iter().all(|p| strings(*p))
    }

    pub(crate) fn main_arguments(&mut self, vm: &mut Vm, f: &Function, params: &[TypeId]) -> Result<Vec<Value>, Stop> {
        let path = self.parameter(f, 1);
        let (CType::Pointer { to: string }, bits) = (self.program.types.resolved(params[1]), self.int_bits(params[0]))
        else {
            return Ok(Vec::new());
        };
        let CType::Pointer { to: character } = self.program.types.resolved(*string) else { return Ok(Vec::new()) };
        let (count, number) = self.length(vm, &path, self.most_arguments());
        let argv = self.strings(vm, &path, *character, 1, (count, number))?;
        self.take_image(vm, &path, Origin::Object, *string, (argv, count + 1, (count + 1) * self.pointer_size()));
        self.note_argument(&self.parameter(f, 0), 0, params[0], count);
        self.note_argument(&path, 1, params[1], argv);
        let s = vm.sym();
        let argc = s.pool.extract(number, 0, bits);
        let mut values = vec![
            Value { terms: [argc, ExprId::NONE], ..Value::word(Scalar::Int(bits), count, 0) },
            Value::word(Scalar::Ptr, argv, 1),
        ];
        if params.len() > 2 {
            let path = self.parameter(f, 2);
            // Elements, the null pointer among them: there may be no string at all.
            let (count, number) = self.length(vm, &path, self.most_arguments());
            let one = vm.sym().pool.constant(1, 64);
            let number = vm.sym().pool.sub(number, one);
            let envp = self.strings(vm, &path, *character, 0, (count - 1, number))?;
            self.take_image(vm, &path, Origin::Object, *string, (envp, count, count * self.pointer_size()));
            self.note_argument(&path, 2, params[2], envp);
            values.push(Value::word(Scalar::Ptr, envp, 2));
        }
        Ok(values)
    }

    fn pointer_size(&self) -> u64 {
        self.program.target.pointer_bytes() as u64
    }

    fn int_bits(&self, ty: TypeId) -> u32 {
        match self.program.types.resolved(ty) {
            CType::Int { bits, .. } => *bits,
            _ => 32,
        }
    }

    fn room(&mut self, vm: &mut Vm, path: &str, bytes: u64) -> Result<u64, Stop> {
        let address = self.reserve(path, bytes.max(self.most_arguments() * 16)).ok_or(Stop::Limit(Limit::Memory))?;
        add_object(vm, path, address, bytes)?;
        Ok(address)
    }

    /// The array of strings: `count` of them, never less than `least`, and null.
    fn strings(
        &mut self,
        vm: &mut Vm,
        path: &str,
        character: TypeId,
        least: u64,
        (count, number): (u64, ExprId),
    ) -> Result<u64, Stop> {
        let pointer = self.program.target.pointer_bits;
        let step = pointer as u64 / 8;
        let argv = self.room(vm, path, (count + 1) * step)?;
        for i in 0..=count {
            let name = format!("{path}[{i}]");
            // Bytes at most, the end among them.
            let most = self.needs.get(&name).map_or(self.bounds.bytes, |n| self.bounds.bytes.max(n + 1));
            let string = self.reserve(&name, most).ok_or(Stop::Limit(Limit::Memory))?;
            vm.write_int(argv + i * step, pointer, if i < count { string } else { 0 })?;
            if i < count {
                self.string(vm, &name, string, character, most)?;
            }
            // Whether it is there depends on how many there are, but for those that always are, and the fixed end.
            if i >= least && i < self.most_arguments() {
                let s = vm.sym();
                let (here, at, null) =
                    (s.pool.constant(i, 64), s.pool.constant(string, pointer), s.pool.constant(0, pointer));
                let there = s.pool.ult(here, number);
                let term = s.pool.ite(there, at, null);
                s.add_choice(term, 2);
                vm.put_input(argv + i * step, term)?;
            }
        }
        let s = vm.sym();
        let (one, each) = (s.pool.constant(1, 64), s.pool.constant(step, 64));
        let all = s.pool.add(number, one);
        let bytes = s.pool.mul(all, each);
        vm.memory.set_size_term(argv, bytes, (least + 1) * step);
        Ok(argv)
    }

    /// A string, its end being its last byte. How long it is is an input, so that no proof leans on the longest.
    pub(crate) fn string(
        &mut self,
        vm: &mut Vm,
        name: &str,
        address: u64,
        character: TypeId,
        most: u64,
    ) -> Result<(), Stop> {
        let (count, number) = self.length(vm, name, most);
        add_object(vm, name, address, count)?;
        let byte = |driver: &mut Self, vm: &mut Vm, k: u64| {
            let end = vm.sym().pool.constant(0, 8);
            let variable = driver.variable_beyond(vm, &format!("{name}[{k}]"), kind(character), 8);
            let p = &mut vm.sym().pool;
            let (e, next) = (p.var(variable), p.constant(k + 1, 64));
            let is_end = p.eq(number, next);
            p.ite(is_end, end, e)
        };
        for k in 0..count {
            if k + 1 < count {
                self.variable(vm, &format!("{name}[{k}]"), kind(character), 8);
            }
            let e = byte(self, vm, k);
            vm.put_input(address + k, e)?;
        }
        vm.memory.set_size_term(address, number, 1);
        vm.memory.set_most(address, most);
        for k in count..most {
            let term = byte(self, vm, k);
            vm.memory.set_beyond(address, k, ByteTerm { term, byte: 0 });
        }
        self.take_image(vm, name, Origin::Object, character, (address, count, count));
        Ok(())
    }
}

fn kind(character: TypeId) -> InputKind {
    InputKind::Value(character)
}

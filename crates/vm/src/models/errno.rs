//! errno.h: where `errno` is.

use super::Model;

pub const MODELS: &[Model] = &[
    Model { name: "__errno_location", call: |vm, _| Ok(vm.library.errno.into()) },
    Model { name: "___errno_location", call: |vm, _| Ok(vm.library.errno.into()) },
    // Other C libraries' names for it.
    Model { name: "__errno", call: |vm, _| Ok(vm.library.errno.into()) },
    Model { name: "_errno", call: |vm, _| Ok(vm.library.errno.into()) },
    Model { name: "__error", call: |vm, _| Ok(vm.library.errno.into()) },
];

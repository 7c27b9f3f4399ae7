//! math.h, complex.h and fenv.h over the host's own math library.

pub mod classes;
pub mod complex;
pub mod fenv;
pub mod outputs;
pub mod real;
pub mod shim;

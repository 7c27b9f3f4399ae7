//! The widths of C's types on the target, as far as text conversions need them.
//!
//! `char` has 8 bits, `short` 16 and `long long` and `intmax_t` 64 everywhere; a pointer is as wide as `size_t`.

/// How the target represents `long double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongDoubleFormat {
    /// The same as `double` (32-bit Arm, MSVC).
    Double,
    /// The 80-bit format of the x87 (x86, x86-64).
    X87,
    /// IEEE binary128 (AArch64, RISC-V).
    Quad,
}

/// Type widths in bits, and the format of `long double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataModel {
    pub int_bits: u32,
    pub long_bits: u32,
    /// `size_t`, `ptrdiff_t` and pointers.
    pub size_bits: u32,
    pub long_double: LongDoubleFormat,
}

impl DataModel {
    /// x86-64 Linux.
    pub const LP64: Self = Self { int_bits: 32, long_bits: 64, size_bits: 64, long_double: LongDoubleFormat::X87 };
    /// 32-bit x86 Linux.
    pub const ILP32: Self = Self { int_bits: 32, long_bits: 32, size_bits: 32, long_double: LongDoubleFormat::X87 };
    /// 64-bit Windows.
    pub const LLP64: Self = Self { int_bits: 32, long_bits: 32, size_bits: 64, long_double: LongDoubleFormat::Double };

    /// The width of an integer type.
    pub fn bits(&self, size: IntSize) -> u32 {
        match size {
            IntSize::Char => 8,
            IntSize::Short => 16,
            IntSize::Int => self.int_bits,
            IntSize::Long => self.long_bits,
            IntSize::LongLong | IntSize::Intmax => 64,
            IntSize::Size | IntSize::Ptrdiff => self.size_bits,
        }
    }
}

/// An integer type by its length modifier: `hh h - l ll j z t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntSize {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    Intmax,
    Size,
    Ptrdiff,
}

/// Keeps the low `bits` of `value`, sign-extended or zero-extended to 64.
pub(crate) fn truncate(value: u64, bits: u32, signed: bool) -> u64 {
    if bits == 0 {
        return 0;
    }
    let shift = 64 - bits.min(64);
    let high = value << shift;
    if signed { ((high as i64) >> shift) as u64 } else { high >> shift }
}

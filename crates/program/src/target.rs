//! Facts about the target machine, read from the module and never from the host.

/// Which varargs and calling rules apply. Everything else follows from the data layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arch {
    X86_64,
    I386,
    PowerPc32,
    Arm,
    RiscV32,
    AArch64,
    RiscV64,
    /// A target without known varargs rules; everything else works.
    Other,
}

/// How `long double` and friends are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    F16,
    BF16,
    F32,
    F64,
    /// x87 80-bit: 64-bit mantissa word, then sign and exponent.
    X87,
    /// IEEE quad.
    F128,
    /// A pair of doubles (PowerPC).
    PpcPair,
}

impl FloatKind {
    #[inline]
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::F16 | FloatKind::BF16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::X87 => 80,
            FloatKind::F128 | FloatKind::PpcPair => 128,
        }
    }

    /// Bytes that a load or store touches.
    pub fn store_bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Registers (64-bit slots) a value takes.
    pub fn slots(self) -> u32 {
        self.bits().div_ceil(64)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub triple: String,
    pub arch: Arch,
    pub pointer_bits: u32,
    pub big_endian: bool,
    /// Width of C `long`; differs from `pointer_bits` only on LLP64 systems.
    pub long_bits: u32,
    /// Width of `wchar_t`.
    pub wchar_bits: u32,
    pub long_double: FloatKind,
}

impl Target {
    pub fn new(triple: &str, pointer_bits: u32, big_endian: bool) -> Target {
        let cpu = triple.split('-').next().unwrap_or("");
        let arch = match cpu {
            "x86_64" | "amd64" => Arch::X86_64,
            "i386" | "i486" | "i586" | "i686" => Arch::I386,
            "powerpc" | "ppc" => Arch::PowerPc32,
            "aarch64" | "arm64" => Arch::AArch64,
            "riscv32" => Arch::RiscV32,
            "riscv64" => Arch::RiscV64,
            c if c.starts_with("arm") || c.starts_with("thumb") => Arch::Arm,
            _ => Arch::Other,
        };
        let windows = triple.contains("windows") || triple.contains("mingw");
        let long_double = match arch {
            Arch::X86_64 | Arch::I386 if !triple.contains("msvc") => FloatKind::X87,
            Arch::PowerPc32 => FloatKind::PpcPair,
            Arch::AArch64 | Arch::RiscV32 | Arch::RiscV64 => FloatKind::F128,
            _ => FloatKind::F64,
        };
        Target {
            triple: triple.to_string(),
            arch,
            pointer_bits,
            big_endian,
            long_bits: if windows { 32 } else { pointer_bits },
            wchar_bits: if windows { 16 } else { 32 },
            long_double,
        }
    }

    /// How a floating type of that size (in memory, with padding) and C name is held.
    pub fn float_kind(&self, bits: u32, name: &str) -> Option<FloatKind> {
        Some(match bits {
            16 if name.contains("bf16") => FloatKind::BF16,
            16 => FloatKind::F16,
            32 => FloatKind::F32,
            64 => FloatKind::F64,
            80 | 96 => FloatKind::X87,
            128 if name.contains("ibm128") => FloatKind::PpcPair,
            128 if name.contains("128") => FloatKind::F128,
            128 if self.long_double == FloatKind::F64 => FloatKind::F128,
            128 => self.long_double,
            _ => return None,
        })
    }

    pub fn pointer_bytes(&self) -> u32 {
        self.pointer_bits / 8
    }
}

//! The x87's 80-bit `long double`: an explicit leading bit in a 64-bit mantissa.
//!
//! Encodings the processor rejects as operands (a clear leading bit under a nonzero exponent) unpack as NaN, which
//! is how glibc's `printf` treats them; pseudo-denormals have the value of exponent 1.

use super::{Float, Format, Magnitude, Unpacked, round};

/// An 80-bit value by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct LongDouble {
    /// The significand; bit 63 is the integer bit.
    pub mantissa: u64,
    /// Bit 15 is the sign, the rest the exponent biased by 16383.
    pub sign_exponent: u16,
}

const INTEGER_BIT: u64 = 1 << 63;
const QUIET_BIT: u64 = 1 << 62;
const EXPONENT_MASK: u16 = 0x7fff;

impl LongDouble {
    /// From the ten bytes of memory, least significant first.
    pub fn from_le_bytes(bytes: [u8; 10]) -> Self {
        let [m0, m1, m2, m3, m4, m5, m6, m7, e0, e1] = bytes;
        Self {
            mantissa: u64::from_le_bytes([m0, m1, m2, m3, m4, m5, m6, m7]),
            sign_exponent: u16::from_le_bytes([e0, e1]),
        }
    }

    /// The ten bytes of memory, least significant first.
    pub fn to_le_bytes(self) -> [u8; 10] {
        let mut bytes = [0; 10];
        bytes[..8].copy_from_slice(&self.mantissa.to_le_bytes());
        bytes[8..].copy_from_slice(&self.sign_exponent.to_le_bytes());
        bytes
    }

    /// The nearest `double`, ties to even.
    pub fn to_f64(self) -> f64 {
        let value = self.unpack();
        match value.magnitude {
            Magnitude::Nan => f64::nan(value.negative, (self.mantissa & !(INTEGER_BIT | QUIET_BIT)) >> 11),
            Magnitude::Infinity => f64::infinity(value.negative),
            Magnitude::Zero => f64::from_parts(value.negative, 0, f64::FORMAT.least_exponent()),
            Magnitude::Finite { mantissa, exponent } => {
                round::to_nearest::<f64>(value.negative, mantissa.into(), exponent.into(), false).value
            }
        }
    }

    pub fn is_negative(self) -> bool {
        self.sign_exponent & !EXPONENT_MASK != 0
    }

    /// The biased exponent as stored.
    pub fn biased_exponent(self) -> u16 {
        self.sign_exponent & EXPONENT_MASK
    }

    fn with_sign(negative: bool, biased: u16, mantissa: u64) -> Self {
        Self { mantissa, sign_exponent: u16::from(negative) << 15 | biased }
    }
}

impl From<f64> for LongDouble {
    /// Exact; a signalling NaN turns quiet as the processor does it.
    fn from(value: f64) -> Self {
        let negative = value.is_sign_negative();
        match value.unpack().magnitude {
            Magnitude::Zero => Self::with_sign(negative, 0, 0),
            Magnitude::Infinity => Self::infinity(negative),
            Magnitude::Nan => Self::nan(negative, (value.to_bits() & 0x7_ffff_ffff_ffff) << 11),
            Magnitude::Finite { mantissa, exponent } => {
                let shift = mantissa.leading_zeros() - 64;
                Self::from_parts(negative, mantissa << shift, exponent - shift as i32)
            }
        }
    }
}

impl Float for LongDouble {
    const FORMAT: Format = Format::X87;

    fn unpack(self) -> Unpacked {
        let least = Self::FORMAT.least_exponent();
        let magnitude = match (self.biased_exponent(), self.mantissa) {
            (EXPONENT_MASK, INTEGER_BIT) => Magnitude::Infinity,
            (EXPONENT_MASK, _) => Magnitude::Nan,
            (0, 0) => Magnitude::Zero,
            (0, mantissa) => Magnitude::Finite { mantissa: mantissa.into(), exponent: least },
            (_, mantissa) if mantissa & INTEGER_BIT == 0 => Magnitude::Nan,
            (biased, mantissa) => {
                Magnitude::Finite { mantissa: mantissa.into(), exponent: least + i32::from(biased) - 1 }
            }
        };
        Unpacked { negative: self.is_negative(), magnitude }
    }

    fn from_parts(negative: bool, mantissa: u128, exponent: i32) -> Self {
        let biased = Self::FORMAT.biased(mantissa, exponent);
        Self::with_sign(negative, biased as u16, mantissa as u64)
    }

    fn infinity(negative: bool) -> Self {
        Self::with_sign(negative, EXPONENT_MASK, INTEGER_BIT)
    }

    fn nan(negative: bool, payload: u64) -> Self {
        Self::with_sign(negative, EXPONENT_MASK, INTEGER_BIT | QUIET_BIT | payload & (QUIET_BIT - 1))
    }
}

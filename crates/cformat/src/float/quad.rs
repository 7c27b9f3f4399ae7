//! IEEE binary128, the `long double` of AArch64 and RISC-V, by its bits.

use super::{Float, Format, Magnitude, Unpacked};

/// A binary128 value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Quad(pub u128);

const FRACTION_BITS: u32 = 112;
const FRACTION_MASK: u128 = (1 << FRACTION_BITS) - 1;
const QUIET_BIT: u128 = 1 << (FRACTION_BITS - 1);
const EXPONENT_MASK: u32 = 0x7fff;

impl Quad {
    pub fn is_negative(self) -> bool {
        self.0 >> 127 != 0
    }

    /// The biased exponent as stored.
    pub fn biased_exponent(self) -> u32 {
        (self.0 >> FRACTION_BITS) as u32 & EXPONENT_MASK
    }

    /// The stored 112 bits below the implicit one.
    pub fn fraction(self) -> u128 {
        self.0 & FRACTION_MASK
    }

    fn with_sign(negative: bool, biased: u32, fraction: u128) -> Self {
        Self(u128::from(negative) << 127 | u128::from(biased) << FRACTION_BITS | fraction & FRACTION_MASK)
    }
}

impl From<f64> for Quad {
    /// Exact; a signalling NaN turns quiet.
    fn from(value: f64) -> Self {
        let negative = value.is_sign_negative();
        match value.unpack().magnitude {
            Magnitude::Zero => Self::with_sign(negative, 0, 0),
            Magnitude::Infinity => Self::infinity(negative),
            Magnitude::Nan => {
                let payload = u128::from(value.to_bits() & 0x7_ffff_ffff_ffff) << 60;
                Self::with_sign(negative, EXPONENT_MASK, QUIET_BIT | payload)
            }
            Magnitude::Finite { mantissa, exponent } => {
                let shift = mantissa.leading_zeros() - (127 - FRACTION_BITS);
                Self::from_parts(negative, mantissa << shift, exponent - shift as i32)
            }
        }
    }
}

impl Float for Quad {
    const FORMAT: Format = Format::BINARY128;

    fn unpack(self) -> Unpacked {
        Self::FORMAT.unpack_ieee(self.is_negative(), self.biased_exponent(), self.fraction())
    }

    fn from_parts(negative: bool, mantissa: u128, exponent: i32) -> Self {
        Self::with_sign(negative, Self::FORMAT.biased(mantissa, exponent), mantissa)
    }

    fn infinity(negative: bool) -> Self {
        Self::with_sign(negative, EXPONENT_MASK, 0)
    }

    fn nan(negative: bool, payload: u64) -> Self {
        Self::with_sign(negative, EXPONENT_MASK, QUIET_BIT | u128::from(payload))
    }
}

//! Floating-point values taken apart and put together, for the four formats C targets use.
//!
//! A finite value is `mantissa * 2^exponent` exactly; printing and parsing work on that form and never on host
//! floating-point arithmetic, so the host's rounding mode and `long double` do not matter.

pub mod decimal;
mod long_double;
mod quad;
pub mod round;

pub use long_double::LongDouble;
pub use quad::Quad;

/// The shape of a binary format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Significant bits, the leading one included.
    pub precision: u32,
    /// Exponent of the smallest normal number `1.0 * 2^min_exponent`.
    pub min_exponent: i32,
    /// Exponent of the largest binade.
    pub max_exponent: i32,
    /// Decimal digits beyond which more digits can't change a rounding, only make it inexact.
    pub decisive_digits: usize,
}

/// What is left of a value without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnitude {
    Zero,
    /// `mantissa * 2^exponent`, with a mantissa that is not zero.
    Finite {
        mantissa: u128,
        exponent: i32,
    },
    Infinity,
    Nan,
}

/// A value as sign and magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpacked {
    pub negative: bool,
    pub magnitude: Magnitude,
}

/// A floating-point format that can be taken apart and put together.
pub trait Float: Copy {
    const FORMAT: Format;

    fn unpack(self) -> Unpacked;

    /// The value `mantissa * 2^exponent`, which must be representable: at most `precision` bits, and fewer than
    /// that only if `exponent` is the smallest one.
    fn from_parts(negative: bool, mantissa: u128, exponent: i32) -> Self;

    fn infinity(negative: bool) -> Self;

    /// A quiet NaN; the payload is cut to the bits below the quiet bit.
    fn nan(negative: bool, payload: u64) -> Self;
}

impl Format {
    pub const BINARY32: Self = Self { precision: 24, min_exponent: -126, max_exponent: 127, decisive_digits: 120 };
    pub const BINARY64: Self = Self { precision: 53, min_exponent: -1022, max_exponent: 1023, decisive_digits: 800 };
    pub const X87: Self = Self { precision: 64, min_exponent: -16382, max_exponent: 16383, decisive_digits: 11_600 };
    pub const BINARY128: Self =
        Self { precision: 113, min_exponent: -16382, max_exponent: 16383, decisive_digits: 11_700 };

    /// Exponent of the last bit of the subnormal numbers.
    pub const fn least_exponent(&self) -> i32 {
        self.min_exponent - (self.precision as i32 - 1)
    }

    /// Unpacks an IEEE interchange encoding: implicit leading bit, all-ones exponent for infinities and NaNs.
    fn unpack_ieee(&self, negative: bool, biased: u32, fraction: u128) -> Unpacked {
        let exponent_mask = 2 * self.max_exponent as u32 + 1;
        let magnitude = if biased == exponent_mask {
            if fraction == 0 { Magnitude::Infinity } else { Magnitude::Nan }
        } else if biased == 0 {
            if fraction == 0 {
                Magnitude::Zero
            } else {
                Magnitude::Finite { mantissa: fraction, exponent: self.least_exponent() }
            }
        } else {
            let mantissa = fraction | 1 << (self.precision - 1);
            Magnitude::Finite { mantissa, exponent: self.least_exponent() + biased as i32 - 1 }
        };
        Unpacked { negative, magnitude }
    }

    /// The biased exponent of `mantissa * 2^exponent`: zero for subnormals.
    fn biased(&self, mantissa: u128, exponent: i32) -> u32 {
        if mantissa >> (self.precision - 1) == 0 { 0 } else { (exponent - self.least_exponent() + 1) as u32 }
    }
}

impl Float for f32 {
    const FORMAT: Format = Format::BINARY32;

    fn unpack(self) -> Unpacked {
        let bits = self.to_bits();
        Self::FORMAT.unpack_ieee(self.is_sign_negative(), bits >> 23 & 0xff, u128::from(bits & 0x7f_ffff))
    }

    fn from_parts(negative: bool, mantissa: u128, exponent: i32) -> Self {
        let biased = Self::FORMAT.biased(mantissa, exponent);
        Self::from_bits(u32::from(negative) << 31 | biased << 23 | mantissa as u32 & 0x7f_ffff)
    }

    fn infinity(negative: bool) -> Self {
        if negative { Self::NEG_INFINITY } else { Self::INFINITY }
    }

    fn nan(negative: bool, payload: u64) -> Self {
        Self::from_bits(u32::from(negative) << 31 | 0x7fc0_0000 | payload as u32 & 0x3f_ffff)
    }
}

impl Float for f64 {
    const FORMAT: Format = Format::BINARY64;

    fn unpack(self) -> Unpacked {
        let bits = self.to_bits();
        let fraction = u128::from(bits & 0xf_ffff_ffff_ffff);
        Self::FORMAT.unpack_ieee(self.is_sign_negative(), (bits >> 52 & 0x7ff) as u32, fraction)
    }

    fn from_parts(negative: bool, mantissa: u128, exponent: i32) -> Self {
        let biased = u64::from(Self::FORMAT.biased(mantissa, exponent));
        Self::from_bits(u64::from(negative) << 63 | biased << 52 | mantissa as u64 & 0xf_ffff_ffff_ffff)
    }

    fn infinity(negative: bool) -> Self {
        if negative { Self::NEG_INFINITY } else { Self::INFINITY }
    }

    fn nan(negative: bool, payload: u64) -> Self {
        let quiet = 0x7ff8_0000_0000_0000;
        Self::from_bits(u64::from(negative) << 63 | quiet | payload & 0x7_ffff_ffff_ffff)
    }
}

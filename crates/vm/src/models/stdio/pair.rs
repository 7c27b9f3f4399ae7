//! PowerPC's `long double`: the sum of two doubles, printed and read by way of binary128.
//!
//! Deliberately inexact: a pair whose parts lie more than 113 bits apart loses the lower part's end.

use crescendo_cformat::Quad;
use crescendo_cformat::float::{Float, Magnitude, round};
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee;

fn quad(bits: u64) -> ieee::Quad {
    let wide: u128 = Quad::from(f64::from_bits(bits)).0;
    ieee::Quad::from_bits(wide)
}

/// The value of a pair.
pub fn to_quad(high: u64, low: u64) -> Quad {
    Quad((quad(high) + quad(low)).value.to_bits())
}

fn to_double(value: Quad) -> f64 {
    let parts = value.unpack();
    match parts.magnitude {
        Magnitude::Zero => f64::from_parts(parts.negative, 0, f64::FORMAT.least_exponent()),
        Magnitude::Infinity => f64::infinity(parts.negative),
        Magnitude::Nan => f64::nan(parts.negative, 0),
        Magnitude::Finite { mantissa, exponent } => {
            round::to_nearest::<f64>(parts.negative, mantissa.into(), exponent.into(), false).value
        }
    }
}

/// The pair nearest to a value: its higher part and what that leaves.
pub fn from_quad(value: Quad) -> (u64, u64) {
    let high = to_double(value);
    if !high.is_finite() || high == 0.0 {
        return (high.to_bits(), 0);
    }
    let rest = (ieee::Quad::from_bits(value.0) - quad(high.to_bits())).value.to_bits();
    (high.to_bits(), to_double(Quad(rest)).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_back() {
        for (high, low) in [(1.0, 0.0), (0.1, 5e-19), (-3.5e20, 12345.0), (0.0, 0.0)] {
            let (high, low) = (f64::to_bits(high), f64::to_bits(low));
            assert_eq!(from_quad(to_quad(high, low)), (high, low));
        }
    }
}

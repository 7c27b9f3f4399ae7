//! The host's math library, called through `native/math.c`.
//!
//! `float` and `double` give the bits a native program gets; so do x87 and quad where the host has them. A format the
//! host lacks, and PowerPC's pair of doubles, are computed in another one and rounded: the last bits may differ there.

use crate::number::float::convert;
use crescendo_program::FloatKind;

/// Values in, values out, `errno` back.
pub type Shim = unsafe extern "C" fn(i32, *const u128, *mut u128) -> i32;

macro_rules! declare {
    ($($name:ident)*) => {
        unsafe extern "C" {
            $(pub fn $name(format: i32, arguments: *const u128, results: *mut u128) -> i32;)*
        }
    };
}

declare! {
    m_acos m_asin m_atan m_cos m_sin m_tan m_acosh m_asinh m_atanh m_cosh m_sinh m_tanh
    m_exp m_exp2 m_exp10 m_expm1 m_log m_log2 m_log10 m_log1p m_logb m_sqrt m_cbrt m_fabs m_erf m_erfc m_tgamma
    m_ceil m_floor m_trunc m_round m_roundeven m_rint m_nearbyint m_nextup m_nextdown m_j0 m_j1 m_y0 m_y1
    m_atan2 m_pow m_hypot m_fmod m_remainder m_copysign m_nextafter m_fdim m_fmax m_fmin m_fmaxmag m_fminmag
    m_fma m_ldexp m_scalbn m_scalbln m_jn m_yn m_powi m_significand
    m_ilogb m_llogb m_llrint m_llround m_frexp m_lgamma_r m_modf m_remquo m_sincos
    m_cacos m_casin m_catan m_ccos m_csin m_ctan m_cacosh m_casinh m_catanh m_ccosh m_csinh m_ctanh
    m_cexp m_clog m_clog10 m_csqrt m_cproj m_conj m_cpow m_cabs m_carg m_creal m_cimag m_cmul m_cdiv
}

/// An argument or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Bits of the format at work.
    Float(u128),
    Int(i64),
}

impl Part {
    pub fn bits(self) -> u128 {
        match self {
            Part::Float(bits) => bits,
            Part::Int(v) => v as u64 as u128,
        }
    }

    pub fn int(self) -> i64 {
        self.bits() as i64
    }

    /// The same number in another format.
    fn converted(self, from: FloatKind, to: FloatKind) -> Part {
        match self {
            Part::Float(bits) => Part::Float(convert(from, to, bits)),
            int => int,
        }
    }

    fn with_bits(self, bits: u128) -> Part {
        match self {
            Part::Float(_) => Part::Float(bits),
            Part::Int(_) => Part::Int(bits as i64),
        }
    }
}

pub const FLOAT: Part = Part::Float(0);
pub const INT: Part = Part::Int(0);

/// What a function gave.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub results: [Part; 2],
    pub errno: i32,
}

impl Answer {
    /// The bits of the first result.
    pub fn bits(&self) -> u128 {
        self.results[0].bits()
    }
}

/// The formats to try for a kind, best first.
fn candidates(kind: FloatKind) -> &'static [FloatKind] {
    use FloatKind::*;
    match kind {
        F16 | BF16 | F32 => &[F32],
        F64 => &[F64],
        X87 => &[X87, F128, F64],
        F128 | PpcPair => &[F128, X87, F64],
    }
}

fn number(kind: FloatKind) -> i32 {
    match kind {
        FloatKind::F32 => 0,
        FloatKind::F64 => 1,
        FloatKind::X87 => 2,
        _ => 3,
    }
}

/// Calls a function. `results` says what comes back: one or two floats or integers.
pub fn evaluate(kind: FloatKind, f: Shim, arguments: &[Part], results: [Part; 2]) -> Answer {
    for &format in candidates(kind) {
        let mut given = [0u128; 4];
        for (to, from) in given.iter_mut().zip(arguments) {
            *to = from.converted(kind, format).bits();
        }
        let mut out = [0u128; 2];
        // SAFETY: the shim reads at most four values, writes at most two, and keeps no pointer.
        let errno = unsafe { f(number(format), given.as_ptr(), out.as_mut_ptr()) };
        if errno >= 0 {
            let result = |i: usize| results[i].with_bits(out[i]).converted(format, kind);
            return Answer { results: [result(0), result(1)], errno };
        }
    }
    // Every host has float and double.
    Answer { results, errno: 0 }
}

/// One float from one float.
pub fn unary(kind: FloatKind, f: Shim, a: u128) -> u128 {
    evaluate(kind, f, &[Part::Float(a)], [FLOAT; 2]).bits()
}

/// One float from two.
pub fn binary(kind: FloatKind, f: Shim, a: u128, b: u128) -> u128 {
    evaluate(kind, f, &[Part::Float(a), Part::Float(b)], [FLOAT; 2]).bits()
}

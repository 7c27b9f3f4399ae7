//! The machine's own glibc, as the reference of the differential tests. Test support only; x86-64 Linux only.
//!
//! Arguments must fit their format, or the process may crash, which in these tests means that the two parsers
//! disagree.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_void};

/// An argument on C's stack.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Word(u64),
    Double(f64),
    /// The bits of an 80-bit value.
    LongDouble(u128),
}

/// C's `struct tm`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CTm {
    pub fields: [c_int; 9],
    pub gmtoff: c_long,
    pub zone: *const c_char,
}

mod ffi {
    use super::CTm;
    use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_ushort, c_void};

    unsafe extern "C" {
        pub fn oracle_snprintf(
            out: *mut c_char,
            size: usize,
            format: *const c_char,
            slots: *const c_void,
            error: *mut c_int,
        ) -> c_int;
        pub fn oracle_sscanf(
            input: *const c_char,
            format: *const c_char,
            slots: *const c_void,
            error: *mut c_int,
        ) -> c_int;
        pub fn oracle_strtof(text: *const c_char, value: *mut f32, error: *mut c_int) -> usize;
        pub fn oracle_strtod(text: *const c_char, value: *mut f64, error: *mut c_int) -> usize;
        pub fn oracle_strtold(text: *const c_char, value: *mut u128, error: *mut c_int) -> usize;
        pub fn oracle_strtof128(text: *const c_char, value: *mut u128, error: *mut c_int) -> usize;
        pub fn oracle_strfromf128(out: *mut c_char, size: usize, format: *const c_char, value: *const u128) -> c_int;
        pub fn oracle_double_to_long_double(from: *const f64, to: *mut u128);
        pub fn oracle_long_double_to_double(from: *const u128) -> f64;
        pub fn oracle_errno() -> c_int;
        pub fn oracle_clear_errno();

        pub fn strtol(text: *const c_char, end: *mut *mut c_char, base: c_int) -> c_long;
        pub fn strtoul(text: *const c_char, end: *mut *mut c_char, base: c_int) -> c_ulong;
        pub fn strftime(out: *mut c_char, size: usize, format: *const c_char, tm: *const CTm) -> usize;
        pub fn gmtime_r(time: *const i64, tm: *mut CTm) -> *mut CTm;
        pub fn timegm(tm: *mut CTm) -> i64;
        pub fn mktime(tm: *mut CTm) -> i64;
        pub fn asctime_r(tm: *const CTm, out: *mut c_char) -> *mut c_char;
        pub fn asctime(tm: *const CTm) -> *mut c_char;
        pub fn setenv(name: *const c_char, value: *const c_char, replace: c_int) -> c_int;
        pub fn tzset();
        pub fn strerror(number: c_int) -> *const c_char;
        pub fn strerrorname_np(number: c_int) -> *const c_char;
        pub fn strsignal(number: c_int) -> *const c_char;
        pub fn sigabbrev_np(number: c_int) -> *const c_char;
        pub fn srand(seed: c_uint);
        pub fn rand() -> c_int;
        pub fn random() -> c_long;
        pub fn initstate(seed: c_uint, state: *mut c_char, size: usize) -> *mut c_char;
        pub fn rand_r(seed: *mut c_uint) -> c_int;
        pub fn srand48(seed: c_long);
        pub fn seed48(seed: *mut c_ushort) -> *mut c_ushort;
        pub fn lcong48(parameters: *mut c_ushort);
        pub fn drand48() -> f64;
        pub fn lrand48() -> c_long;
        pub fn mrand48() -> c_long;
        pub fn erand48(state: *mut c_ushort) -> f64;
        pub fn nrand48(state: *mut c_ushort) -> c_long;
        pub fn jrand48(state: *mut c_ushort) -> c_long;
        pub fn free(pointer: *mut c_void);
    }
}

fn c_string(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

/// Text owned by C, copied.
fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: every caller passes a NUL-terminated string of the C library.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// Lays arguments out as on the stack: 8 bytes each, long doubles 16 and aligned.
fn lay_out(slots: &[Slot]) -> Vec<u128> {
    let mut words: Vec<u64> = Vec::new();
    for slot in slots {
        match slot {
            Slot::Word(word) => words.push(*word),
            Slot::Double(value) => words.push(value.to_bits()),
            Slot::LongDouble(bits) => {
                if words.len() % 2 == 1 {
                    words.push(0);
                }
                words.extend([*bits as u64, (*bits >> 64) as u64]);
            }
        }
    }
    words.chunks(2).map(|pair| pair.iter().rev().fold(0, |all, word| all << 64 | u128::from(*word))).collect()
}

/// `snprintf`: the result, the bytes written (at most `size - 1`), and `errno`, which is `errno_before` at the call.
///
/// # Safety
/// The arguments must be what the format asks for, pointers included.
pub unsafe fn snprintf(format: &[u8], slots: &[Slot], size: usize, errno_before: i32) -> (i32, Vec<u8>, i32) {
    let format = c_string(format);
    let mut area = lay_out(slots);
    area.extend([0; 4]);
    let mut out = vec![0xAAu8; size.max(1)];
    let mut error = errno_before;
    // SAFETY: the buffer has `size` bytes and the area holds the arguments.
    let result = unsafe {
        ffi::oracle_snprintf(out.as_mut_ptr().cast(), size, format.as_ptr(), area.as_ptr().cast(), &mut error)
    };
    let end = if result >= 0 {
        (result as usize).min(size.saturating_sub(1))
    } else {
        out.iter().position(|&byte| byte == 0).unwrap_or(0)
    };
    out.truncate(end);
    (result, out, error)
}

/// `sscanf` with the given pointers: the result and `errno`, which is `errno_before` at the call.
///
/// # Safety
/// The pointers must be good for what the format stores.
pub unsafe fn sscanf(input: &[u8], format: &[u8], pointers: &[*mut c_void], errno_before: i32) -> (i32, i32) {
    let (input, format) = (c_string(input), c_string(format));
    let slots: Vec<Slot> = pointers.iter().map(|pointer| Slot::Word(*pointer as u64)).collect();
    let mut area = lay_out(&slots);
    area.extend([0; 4]);
    let mut error = errno_before;
    // SAFETY: the caller's pointers fit the format.
    let result = unsafe { ffi::oracle_sscanf(input.as_ptr(), format.as_ptr(), area.as_ptr().cast(), &mut error) };
    (result, error)
}

/// Frees memory that `sscanf` allocated.
///
/// # Safety
/// The pointer must come from `sscanf`, and not be used again.
pub unsafe fn free(pointer: *mut c_void) {
    // SAFETY: the pointer comes from malloc.
    unsafe { ffi::free(pointer) }
}

/// A parsed value, its end and `errno`.
pub type Parsed<T> = (T, usize, i32);

pub fn strtof(input: &[u8]) -> Parsed<f32> {
    let (input, mut value, mut error) = (c_string(input), 0.0, 0);
    // SAFETY: the string ends with NUL.
    let end = unsafe { ffi::oracle_strtof(input.as_ptr(), &mut value, &mut error) };
    (value, end, error)
}

pub fn strtod(input: &[u8]) -> Parsed<f64> {
    let (input, mut value, mut error) = (c_string(input), 0.0, 0);
    // SAFETY: the string ends with NUL.
    let end = unsafe { ffi::oracle_strtod(input.as_ptr(), &mut value, &mut error) };
    (value, end, error)
}

pub fn strtold(input: &[u8]) -> Parsed<u128> {
    let (input, mut value, mut error) = (c_string(input), 0, 0);
    // SAFETY: the string ends with NUL; u128 has the size and alignment of long double.
    let end = unsafe { ffi::oracle_strtold(input.as_ptr(), &mut value, &mut error) };
    (value, end, error)
}

pub fn strtof128(input: &[u8]) -> Parsed<u128> {
    let (input, mut value, mut error) = (c_string(input), 0, 0);
    // SAFETY: the string ends with NUL; u128 has the size and alignment of _Float128.
    let end = unsafe { ffi::oracle_strtof128(input.as_ptr(), &mut value, &mut error) };
    (value, end, error)
}

/// `strfromf128`, whose formats are `%`, a precision and one of `aefg`.
pub fn strfromf128(format: &[u8], bits: u128) -> Vec<u8> {
    let format = c_string(format);
    let mut out = vec![0u8; 40_000];
    // SAFETY: the buffer has the size given.
    let length = unsafe { ffi::oracle_strfromf128(out.as_mut_ptr().cast(), out.len(), format.as_ptr(), &bits) };
    out.truncate(length as usize);
    out
}

pub fn double_to_long_double(value: f64) -> u128 {
    let mut bits = 0;
    // SAFETY: u128 has the size and alignment of long double.
    unsafe { ffi::oracle_double_to_long_double(&value, &mut bits) };
    bits
}

pub fn long_double_to_double(bits: u128) -> f64 {
    // SAFETY: u128 has the size and alignment of long double.
    unsafe { ffi::oracle_long_double_to_double(&bits) }
}

fn integer<T>(
    input: &[u8],
    base: i32,
    parse: unsafe extern "C" fn(*const c_char, *mut *mut c_char, c_int) -> T,
) -> Parsed<T> {
    let input = c_string(input);
    let mut end = input.as_ptr().cast_mut();
    // SAFETY: the string ends with NUL.
    unsafe {
        ffi::oracle_clear_errno();
        let value = parse(input.as_ptr(), &mut end, base);
        (value, end as usize - input.as_ptr() as usize, ffi::oracle_errno())
    }
}

pub fn strtol(input: &[u8], base: i32) -> Parsed<i64> {
    integer(input, base, ffi::strtol)
}

pub fn strtoul(input: &[u8], base: i32) -> Parsed<u64> {
    integer(input, base, ffi::strtoul)
}

/// Sets the process's time zone to UTC. Call it first in a test of time functions.
pub fn use_utc() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: run once, before any other thread of the test reads the environment through the C library.
    ONCE.call_once(|| unsafe {
        ffi::setenv(c"TZ".as_ptr(), c"UTC0".as_ptr(), 1);
        ffi::tzset();
    });
}

/// `strftime`: nothing if it returned 0 for a format that is not empty.
pub fn strftime(format: &[u8], tm: &CTm, size: usize) -> (usize, Vec<u8>) {
    let format = c_string(format);
    let mut out = vec![0u8; size + 1];
    // SAFETY: the buffer has at least the size given.
    let length = unsafe { ffi::strftime(out.as_mut_ptr().cast(), size, format.as_ptr(), tm) };
    out.truncate(length);
    (length, out)
}

pub fn empty_tm() -> CTm {
    CTm { fields: [0; 9], gmtoff: 0, zone: std::ptr::null() }
}

pub fn gmtime(time: i64) -> Option<CTm> {
    let mut tm = empty_tm();
    // SAFETY: both pointers are valid.
    let result = unsafe { ffi::gmtime_r(&time, &mut tm) };
    (!result.is_null()).then_some(tm)
}

/// `timegm`: the result, the fields after the call, and `errno`.
pub fn timegm(tm: &CTm) -> (i64, CTm, i32) {
    let mut copy = *tm;
    // SAFETY: the pointer is valid.
    unsafe {
        ffi::oracle_clear_errno();
        (ffi::timegm(&mut copy), copy, ffi::oracle_errno())
    }
}

/// `mktime`: the result, the fields after the call, and `errno`.
pub fn mktime(tm: &CTm) -> (i64, CTm, i32) {
    let mut copy = *tm;
    // SAFETY: the pointer is valid.
    unsafe {
        ffi::oracle_clear_errno();
        (ffi::mktime(&mut copy), copy, ffi::oracle_errno())
    }
}

/// `asctime` and `asctime_r`.
pub fn asctime(tm: &CTm) -> (Option<String>, Option<String>) {
    let mut out = [0 as c_char; 64];
    // SAFETY: the buffer is large enough; `asctime` has a static one that only one test uses.
    unsafe { (text(ffi::asctime(tm)), text(ffi::asctime_r(tm, out.as_mut_ptr()))) }
}

pub fn strerror(number: i32) -> Option<String> {
    // SAFETY: any number is allowed.
    text(unsafe { ffi::strerror(number) })
}

pub fn strerrorname(number: i32) -> Option<String> {
    // SAFETY: any number is allowed.
    text(unsafe { ffi::strerrorname_np(number) })
}

pub fn strsignal(number: i32) -> Option<String> {
    // SAFETY: any number is allowed.
    text(unsafe { ffi::strsignal(number) })
}

pub fn sigabbrev(number: i32) -> Option<String> {
    // SAFETY: any number is allowed.
    text(unsafe { ffi::sigabbrev_np(number) })
}

/// `count` numbers of `rand` (and `random`, alternating) after `srand(seed)`; without a seed, of a fresh process.
pub fn rand_sequence(seed: Option<u32>, count: usize) -> Vec<u32> {
    // SAFETY: only one test uses the process's generator.
    unsafe {
        if let Some(seed) = seed {
            ffi::srand(seed);
        }
        (0..count).map(|i| if i % 2 == 0 { ffi::rand() as u32 } else { ffi::random() as u32 }).collect()
    }
}

/// `count` numbers of `random` after `initstate` with a state of `size` bytes.
pub fn random_with_state(seed: u32, size: usize, count: usize) -> Vec<u32> {
    // The generator keeps the state; it must outlive the process.
    let state: &'static mut [u64] = Box::leak(vec![0u64; size.div_ceil(8)].into_boxed_slice());
    // SAFETY: the state has the size given; only one test uses the process's generator.
    unsafe {
        ffi::initstate(seed, state.as_mut_ptr().cast(), size);
        (0..count).map(|_| ffi::random() as u32).collect()
    }
}

pub fn rand_r(seed: &mut u32) -> u32 {
    // SAFETY: the pointer is valid.
    unsafe { ffi::rand_r(seed) as u32 }
}

/// How to seed the `drand48` family.
#[derive(Clone, Copy, Debug)]
pub enum Seed48 {
    Fresh,
    Number(u32),
    State([u16; 3]),
    Parameters([u16; 7]),
}

/// Rounds of `drand48, lrand48, mrand48, erand48, nrand48, jrand48` as bits; and what `seed48` gave back.
pub fn rand48_sequence(seed: Seed48, mut state: [u16; 3], rounds: usize) -> (Vec<[u64; 6]>, Option<[u16; 3]>) {
    // SAFETY: only one test uses the process's generator; the arrays have the sizes C expects.
    unsafe {
        let old = match seed {
            Seed48::Fresh => None,
            Seed48::Number(number) => {
                ffi::srand48(number.into());
                None
            }
            Seed48::State(mut state) => {
                let old = ffi::seed48(state.as_mut_ptr());
                Some([*old, *old.add(1), *old.add(2)])
            }
            Seed48::Parameters(mut parameters) => {
                ffi::lcong48(parameters.as_mut_ptr());
                None
            }
        };
        let round = || {
            [
                ffi::drand48().to_bits(),
                ffi::lrand48() as u64,
                ffi::mrand48() as u64,
                ffi::erand48(state.as_mut_ptr()).to_bits(),
                ffi::nrand48(state.as_mut_ptr()) as u64,
                ffi::jrand48(state.as_mut_ptr()) as u64,
            ]
        };
        (std::iter::repeat_with(round).take(rounds).collect(), old)
    }
}

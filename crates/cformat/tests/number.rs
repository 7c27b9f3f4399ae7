//! `strtol` and `strtod` families against the machine's glibc.
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

mod common;

use common::{Rng, show};
use crescendo_cformat::float::Float;
use crescendo_cformat::number::{IntegerType, ParsedFloat, parse_float, parse_integer};
use crescendo_cformat::{LongDouble, Quad};
use crescendo_cformat_oracle as native;

const ERANGE: i32 = 34;

fn check_integer(text: &[u8], base: i32) {
    let context = || format!("base {base}, {:?}", show(text));
    let (value, end, error) = native::strtol(text, base);
    match parse_integer(&mut &text[..], base, IntegerType::I64) {
        Ok(ours) => {
            assert_eq!((ours.value as i64, ours.end), (value, end), "strtol {}", context());
            assert_eq!(if ours.overflow { ERANGE } else { 0 }, error, "strtol errno {}", context());
        }
        Err(_) => assert_eq!((value, end, error), (0, 0, 22), "strtol {}", context()),
    }
    let (value, end, error) = native::strtoul(text, base);
    if let Ok(ours) = parse_integer(&mut &text[..], base, IntegerType::U64) {
        assert_eq!((ours.value, ours.end), (value, end), "strtoul {}", context());
        assert_eq!(if ours.overflow { ERANGE } else { 0 }, error, "strtoul errno {}", context());
    }
}

fn check_float(text: &[u8]) {
    fn flags<F>(parsed: &ParsedFloat<F>) -> i32 {
        if parsed.overflow || parsed.underflow { ERANGE } else { 0 }
    }
    fn parse<F: Float>(text: &[u8]) -> ParsedFloat<F> {
        parse_float(&mut &text[..])
    }
    let ours = parse::<f32>(text);
    let (value, end, error) = native::strtof(text);
    assert_eq!(
        (ours.value.to_bits(), ours.end, flags(&ours)),
        (value.to_bits(), end, error),
        "strtof {:?}",
        show(text)
    );
    let ours = parse::<f64>(text);
    let (value, end, error) = native::strtod(text);
    assert_eq!(
        (ours.value.to_bits(), ours.end, flags(&ours)),
        (value.to_bits(), end, error),
        "strtod {:?}",
        show(text)
    );
    let ours = parse::<LongDouble>(text);
    let (value, end, error) = native::strtold(text);
    let bits = u128::from(ours.value.sign_exponent) << 64 | u128::from(ours.value.mantissa);
    assert_eq!((bits, ours.end, flags(&ours)), (value, end, error), "strtold {:?}", show(text));
    let ours = parse::<Quad>(text);
    let (value, end, error) = native::strtof128(text);
    assert_eq!((ours.value.0, ours.end, flags(&ours)), (value, end, error), "strtof128 {:?}", show(text));
}

#[test]
fn integer_edges() {
    let texts = [
        "",
        " ",
        "+",
        "-",
        "0",
        "-0",
        "0x",
        "0X",
        "0xg",
        "-0xg",
        "+0x1",
        "0x-1",
        "08",
        "09",
        "017",
        " \t\n\x0b\x0c\r42z",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "-18446744073709551615",
        "-18446744073709551616",
        "99999999999999999999999999",
        "-99999999999999999999999999",
        "0x7fffffffffffffff",
        "0xffffffffffffffff",
        "0x10000000000000000",
        "zz",
        "ZZ",
        "1_000",
        "--1",
        "+-1",
        "0b101",
        "00x1",
        "0x0x1",
        "\u{a0}1",
    ];
    for text in texts {
        for base in -2..=38 {
            check_integer(text.as_bytes(), base);
        }
    }
}

#[test]
fn integer_random() {
    let mut rng = Rng::new(1);
    for _ in 0..40_000 {
        let mut text = rng.text(b" \t\n", 2);
        text.extend(rng.text(b"+-", 1));
        text.extend_from_slice(rng.pick(&[b"".as_slice(), b"", b"0x", b"0X", b"0", b"00"]));
        text.extend(rng.text(b"0123456789012345678901234567890123456789abcdefxyzABCDEFXYZ", 24));
        let base = rng.pick(&[0, 0, 8, 10, 10, 10, 16, 16, 2, 3, 7, 11, 35, 36]);
        check_integer(&text, base);
    }
}

#[test]
fn narrow_integers_clamp_at_their_width() {
    let parse = |text: &str, bits, signed| {
        let parsed = parse_integer(&mut text.as_bytes(), 10, IntegerType { bits, signed }).unwrap();
        (parsed.value as i64, parsed.overflow)
    };
    assert_eq!(parse("2147483648", 32, true), (i64::from(i32::MAX), true));
    assert_eq!(parse("-2147483649", 32, true), (i64::from(i32::MIN), true));
    assert_eq!(parse("-2147483648", 32, true), (i64::from(i32::MIN), false));
    assert_eq!(parse("4294967296", 32, false), (i64::from(u32::MAX), true));
    assert_eq!(parse("-1", 32, false), (i64::from(u32::MAX), false));
    assert_eq!(parse("-4294967296", 32, false), (i64::from(u32::MAX), true));
    assert_eq!(parse("40000", 16, true), (32767, true));
}

#[test]
fn nothing_is_read_behind_the_number() {
    let text = b"12,";
    let mut furthest = 0;
    let parsed = parse_integer(
        &mut |index: usize| {
            furthest = furthest.max(index);
            text[index]
        },
        10,
        IntegerType::I32,
    );
    assert_eq!((parsed.unwrap().value, furthest), (12, 2));
    let text = b"1e+,";
    let parsed = parse_float::<f64>(&mut |index: usize| text[index]);
    assert_eq!((parsed.value, parsed.end), (1.0, 1));
}

#[test]
fn float_edges() {
    let texts = [
        "",
        ".",
        "+",
        "-.",
        "-",
        "0",
        "-0",
        ".0",
        "0.",
        "-0.0e5",
        "0e99999999999",
        "0x0p-99999999999",
        "1e",
        "1e+",
        "1e-",
        "1e5",
        "1E+5x",
        "1.5.5",
        ".5e1",
        "5.e1",
        "e5",
        "0x",
        "0x.",
        "0x.p1",
        "0xp1",
        "0x1p",
        "0x1p+",
        "0x1p4",
        "0X1.8P-1",
        "0x.8",
        "0x8.",
        "0x1.fffffffffffff8",
        "0x1.fffffffffffff7ffffp0",
        "0x1.00000000000008p0",
        "0x1.000000000000080000001",
        "0x1p-1074",
        "0x1p-1075",
        "0x1.8p-1075",
        "0x1p-1076",
        "0x1p1023",
        "0x1p1024",
        "0x1.fffffffffffff8p1023",
        "0x1.fffffffffffff7p1023",
        "0x1p99999999999999999999",
        "0x1p-99999999999999999999",
        "1e999999999999999999999",
        "1e-999999999999999999999",
        "inf",
        "-INF",
        "infinity",
        "infinit",
        "Infinityx",
        "nan",
        "-nan",
        "NaN(",
        "nan()",
        "nan(123)",
        "-nan(0x7ffff)",
        "nan(0777)",
        "nan(089)",
        "nan(abc)",
        "nan(_)",
        "nan(1 )",
        "nan(99999999999999999999999)",
        "nan(0x)",
        "nan(99999999999999999999999z)",
        "nan(12",
        "in",
        "na",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072013e-308",
        "2.2250738585072014e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "1.17549429e-38",
        "1.1754943157898258e-38",
        "1.1754943e-38",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "1.18973149535723176502e4932",
        "1.18973149535723176505e4932",
        "1.18973149535723176506e4932",
        "3.36210314311209350626e-4932",
        "3.3621031431120935062e-4932",
        "1.8e-4951",
        "1.82259976594123730126e-4951",
        "1.83e-4951",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.000000000000000000000000000000001",
        "18446744073709551617",
        "36893488147419103233",
        "36893488147419103231",
        "  \n+1.25e2z",
        "0x1.8p1p1",
        "1e5e5",
        "1,5",
        "0_1",
        "1f",
        "0x1.gp1",
        "00000.0000100",
        "+.5",
        "- 1",
        "0e",
        "0e1",
        "0x0.0p",
        "0x0.",
        "0.e1",
        ".e1",
    ];
    for text in texts {
        check_float(text.as_bytes());
        check_float(format!("-{text}").as_bytes());
    }
    for zeros in [10, 800, 5000, 13_000] {
        check_float(format!("1{}e-{zeros}", "0".repeat(zeros)).as_bytes());
        check_float(format!("0.{}1e{zeros}", "0".repeat(zeros)).as_bytes());
        check_float(format!("9007199254740993{}1e-{}", "0".repeat(zeros), zeros + 1).as_bytes());
        check_float(format!("0x1.00000000000008{}1", "0".repeat(zeros)).as_bytes());
        check_float(format!("0x{}1.8", "0".repeat(zeros)).as_bytes());
    }
}

/// Values next to the middle between two doubles, long doubles and floats, written out exactly.
#[test]
fn float_ties() {
    let mut rng = Rng::new(2);
    for _ in 0..1_000 {
        let value = rng.double().abs();
        if !value.is_finite() || value == 0.0 {
            continue;
        }
        let next = f64::from_bits(value.to_bits() + 1);
        if !next.is_finite() {
            continue;
        }
        // Twice the mantissa plus one is the middle, exactly representable as a long double.
        let middle = (u128::from(value.to_bits() & 0xf_ffff_ffff_ffff | 1 << 52) << 1) | 1;
        let text = if value.is_normal() {
            let exponent = (value.to_bits() >> 52) as i32 - 1075 - 1;
            let slots = [native::Slot::LongDouble(long_double_bits(middle, exponent))];
            // SAFETY: one long double, as the format asks.
            unsafe { native::snprintf(b"%.1100Lf", &slots, 3000, 0) }.1
        } else {
            format!("{value:e}").into_bytes()
        };
        check_float(&text);
        let mut above = text.clone();
        above.extend_from_slice(b"0000000001");
        check_float(&above);
        let mut below = text;
        if let Some(last) = below.iter().rposition(|byte| (b'1'..=b'9').contains(byte)) {
            below[last] -= 1;
            below.extend_from_slice(b"9999999999");
            check_float(&below);
        }
    }
}

fn long_double_bits(mantissa: u128, exponent: i32) -> u128 {
    let shift = mantissa.leading_zeros() - 64;
    let value = LongDouble::from_parts(false, mantissa << shift, exponent - shift as i32);
    u128::from(value.sign_exponent) << 64 | u128::from(value.mantissa)
}

#[test]
fn float_random_decimal() {
    let mut rng = Rng::new(3);
    for _ in 0..25_000 {
        let mut text = rng.text(b"+-", 1);
        let most = rng.pick(&[3, 8, 20, 20, 60]);
        text.extend(rng.text(b"0123456789", most));
        text.extend(rng.text(b".", 1));
        let most = rng.pick(&[3, 8, 20, 60]);
        text.extend(rng.text(b"01234567899", most));
        if !rng.one_in(3) {
            text.push(rng.pick(b"eE"));
            text.extend(rng.text(b"+--", 1));
            let exponent = match rng.below(6) {
                0 => rng.below(6000),
                1 => 300 + rng.below(30),
                2 => 30 + rng.below(20),
                _ => rng.below(30),
            };
            text.extend_from_slice(exponent.to_string().as_bytes());
        }
        check_float(&text);
    }
}

#[test]
fn float_random_hexadecimal() {
    let mut rng = Rng::new(4);
    for _ in 0..25_000 {
        let mut text = rng.text(b"+-", 1);
        text.extend_from_slice(rng.pick(&[b"0x".as_slice(), b"0X"]));
        let most = rng.pick(&[1, 3, 20, 40]);
        text.extend(rng.text(b"000123456789abcdefABCDEF8f", most));
        text.extend(rng.text(b".", 1));
        let most = rng.pick(&[1, 3, 20, 40]);
        text.extend(rng.text(b"000123456789abcdefABCDEF8f", most));
        if !rng.one_in(4) {
            text.push(rng.pick(b"pPe"));
            text.extend(rng.text(b"+--", 1));
            let exponent = match rng.below(6) {
                0 => 16_300 + rng.below(300),
                1 => 1000 + rng.below(100),
                2 => 100 + rng.below(60),
                _ => rng.below(30),
            };
            text.extend_from_slice(exponent.to_string().as_bytes());
        }
        check_float(&text);
    }
}

#[test]
fn float_soup() {
    let mut rng = Rng::new(5);
    for _ in 0..40_000 {
        let text = rng.text(b" +-0019.eExXpPaAfFiInNtTyY()_ \t\x80", 14);
        check_float(&text);
    }
}

#[test]
fn conversions_between_formats() {
    let mut rng = Rng::new(6);
    for _ in 0..20_000 {
        let value = rng.double();
        let bits = native::double_to_long_double(value);
        let ours = LongDouble::from(value);
        assert_eq!(u128::from(ours.sign_exponent) << 64 | u128::from(ours.mantissa), bits, "{value:e}");
        let (mantissa, sign_exponent) = rng.long_double();
        let value = LongDouble { mantissa, sign_exponent };
        if sign_exponent & 0x7fff != 0 && mantissa >> 63 == 0 {
            continue;
        }
        let native = native::long_double_to_double(u128::from(sign_exponent) << 64 | u128::from(mantissa));
        assert_eq!(value.to_f64().to_bits(), native.to_bits(), "{value:?}");
        assert_eq!(LongDouble::from_le_bytes(value.to_le_bytes()), value);
    }
}

//! `snprintf` against the machine's glibc.
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

mod common;

use common::printf::{Arg, check, random_args};
use common::{Rng, show};
use crescendo_cformat::model::DataModel;
use crescendo_cformat::output::{OutputError, Value, render};
use crescendo_cformat::spec::{ArgClass, Count, Format, FormatError, Piece};
use crescendo_cformat::{LongDouble, Quad};
use crescendo_cformat_oracle as native;

/// A directive in the usual order, each part by chance.
fn directive(rng: &mut Rng, conversions: &[u8], position: Option<u64>) -> Vec<u8> {
    let mut text = vec![b'%'];
    if let Some(position) = position {
        text.extend_from_slice(format!("{position}$").as_bytes());
    }
    text.extend(rng.text(b"-+ #0'I", 3));
    match rng.below(4) {
        0 => text.extend_from_slice(rng.below(40).to_string().as_bytes()),
        1 if position.is_none() => text.push(b'*'),
        _ => {}
    }
    match rng.below(4) {
        0 => text.extend_from_slice(format!(".{}", rng.below(30)).as_bytes()),
        1 if position.is_none() => text.extend_from_slice(b".*"),
        2 => text.push(b'.'),
        _ => {}
    }
    if rng.one_in(2) {
        text.extend_from_slice(rng.pick(&[b"h".as_slice(), b"hh", b"l", b"ll", b"L", b"q", b"j", b"z", b"t", b"Z"]));
    }
    text.push(rng.pick(conversions));
    text
}

/// Checks a format with random arguments; 0 if the case does not suit.
fn check_random(rng: &mut Rng, format: &[u8]) -> u64 {
    let args = random_args(rng, &Format::parse(format, &DataModel::LP64));
    if let Some(args) = &args {
        check(format, args);
    }
    u64::from(args.is_some())
}

#[test]
fn integers() {
    let mut rng = Rng::new(10);
    let mut compared = 0;
    for _ in 0..40_000 {
        let format = directive(&mut rng, b"diuoxXbB", None);
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 39_000, "{compared}");
}

#[test]
fn doubles() {
    let mut rng = Rng::new(11);
    let mut compared = 0;
    for _ in 0..60_000 {
        let mut format = rng.text(b"-+ #0", 3);
        format.insert(0, b'%');
        match rng.below(4) {
            0 => format.extend_from_slice(rng.below(40).to_string().as_bytes()),
            1 => format.push(b'*'),
            _ => {}
        }
        if !rng.one_in(4) {
            let precision = match rng.below(20) {
                0 => rng.below(1200),
                1..5 => rng.below(40),
                _ => rng.below(10),
            };
            format.extend_from_slice(format!(".{precision}").as_bytes());
        }
        format.push(rng.pick(b"fFeEgGaA"));
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 59_000, "{compared}");
}

#[test]
fn long_doubles() {
    let mut rng = Rng::new(12);
    let mut compared = 0;
    for i in 0..20_000 {
        let mut format = rng.text(b"-+ #0", 3);
        format.insert(0, b'%');
        if rng.one_in(3) {
            format.extend_from_slice(rng.below(40).to_string().as_bytes());
        }
        if !rng.one_in(4) {
            let most = if i % 500 == 0 { 17_000 } else { 30 };
            format.extend_from_slice(format!(".{}", rng.below(most).min(4999)).as_bytes());
        }
        format.push(rng.pick(b"Lq"));
        format.push(rng.pick(b"fFeEgGaAaA"));
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 19_000, "{compared}");
}

#[test]
fn quads() {
    let mut rng = Rng::new(13);
    for _ in 0..8_000 {
        let exponent = match rng.below(5) {
            0 => 0,
            1 => 0x7fff,
            2 => rng.below(0x8000) as u128,
            _ => 16383 - 120 + rng.below(240) as u128,
        };
        let fraction = u128::from(rng.next()) << 64 | u128::from(rng.next());
        let fraction = fraction << rng.below(112) & ((1 << 112) - 1);
        let bits = u128::from(rng.below(2)) << 127 | exponent << 112 | fraction;
        let mut format = vec![b'%'];
        if !rng.one_in(4) {
            format.extend_from_slice(format!(".{}", rng.below(50)).as_bytes());
        }
        format.push(rng.pick(b"fFeEgGaA"));
        let parsed = Format::parse(&format, &DataModel::LP64);
        let directive = parsed.directives().next().unwrap();
        let mut out = Vec::new();
        let field = directive.field(None, None);
        render(directive.conversion, &field, Value::Quad(Quad(bits)), 1 << 20, &mut out).unwrap();
        assert_eq!(show(&out), show(&native::strfromf128(&format, bits)), "{} of {bits:#034x}", show(&format));
    }
}

#[test]
fn text_conversions() {
    let mut rng = Rng::new(14);
    let mut compared = 0;
    for _ in 0..30_000 {
        let format = directive(&mut rng, b"csCSpmn%cs", None);
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 29_000, "{compared}");
}

#[test]
fn several_directives() {
    let mut rng = Rng::new(15);
    let mut compared = 0;
    for _ in 0..20_000 {
        let mut format = Vec::new();
        for _ in 0..rng.below(6) {
            format.extend(rng.text(b"ab %\n", 3).into_iter().filter(|&byte| byte != b'%'));
            format.extend(directive(&mut rng, b"diuoxXcspfegaFEGAnm%bBCSyk", None));
        }
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 19_000, "{compared}");
}

#[test]
fn positions() {
    let mut rng = Rng::new(16);
    let mut compared = 0;
    for _ in 0..20_000 {
        let mut format = Vec::new();
        for _ in 0..rng.below(4) + 1 {
            format.extend(rng.text(b"ab ", 2));
            let position = 1 + rng.below(4);
            let position = (!rng.one_in(5)).then_some(position);
            let mut text = directive(&mut rng, b"diuoxXcspfegaFEGA%ym", position);
            if rng.one_in(4) {
                let at = text.iter().position(|&byte| byte == b'$').map_or(1, |at| at + 1);
                let star = format!("0*{}$.*{}$", 1 + rng.below(4), 1 + rng.below(4));
                text.splice(at..at, star.bytes());
            }
            format.extend(text);
        }
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 8_000, "{compared}");
}

/// Formats of random bytes: nothing panics, and what glibc prints back, stops at or refuses is the same here.
#[test]
fn soup() {
    let mut rng = Rng::new(17);
    let mut compared = 0;
    for _ in 0..120_000 {
        let alphabet: &[u8] = rng.pick(&[
            b"%%%%0123*$.-+ #'IhlqjztZLcsdiuoxXpneEfFgGaAmbBSC ab".as_slice(),
            b"%%%1$2*.0-dsfyLl",
            b"%%99999999999999999.*$d",
            b"%hhlld \x80\xff\x01yk",
        ]);
        let format = rng.text(alphabet, 12);
        compared += check_random(&mut rng, &format);
    }
    assert!(compared > 60_000, "{compared}");
    for _ in 0..60_000 {
        let format: Vec<u8> = (0..rng.below(30)).map(|_| rng.next() as u8).collect();
        for model in [DataModel::LP64, DataModel::ILP32, DataModel::LLP64] {
            let parsed = Format::parse(&format, &model);
            for directive in parsed.directives() {
                let field = directive.field(Some(rng.next() as i32), Some(rng.next() as i32));
                for value in [Value::Integer(5), Value::Double(1.5), Value::String(None), Value::None] {
                    let mut out = Vec::new();
                    let _ = render(directive.conversion, &field, value, 1000, &mut out);
                    assert!(out.len() <= 1000);
                }
            }
        }
    }
}

#[test]
fn edges() {
    let d = |value: i64| Arg::Word(value as u64);
    let f = Arg::Double;
    check(b"", &[]);
    check(b"%", &[]);
    check(b"abc%", &[]);
    check(b"%d%", &[d(1)]);
    check(b"%5", &[]);
    check(b"%5.", &[]);
    check(b"%l", &[]);
    check(b"%1$d %", &[d(1)]);
    check(b"%2147483648d", &[d(1)]);
    check(b"%.2147483648d", &[d(1)]);
    check(b"%1$d %2147483648d", &[d(1), d(2)]);
    check(b"%1$d %.2147483648d", &[d(1), d(2)]);
    check(b"%99999999999$d", &[d(1)]);
    check(b"%1$d%99999999999$d", &[d(1), d(2)]);
    check(b"%*99999999999$d", &[d(1), d(2)]);
    check(b"%05$d", &[d(1), d(2), d(3), d(4), d(5)]);
    check(b"%0$d", &[d(1)]);
    check(b"%1$Ld %1$d", &[d(0x1_0000_0001)]);
    check(b"%1$lld", &[d(0x1_0000_0001)]);
    check(b"%1$qd", &[d(0x1_0000_0001)]);
    check(b"%Ld", &[d(0x1_0000_0001)]);
    check(b"%1$0*2$f|", &[f(1.5), d(-10)]);
    check(b"%1$0*2$a|", &[f(1.5), d(-20)]);
    check(b"%1$0*2$d|", &[d(15), d(-10)]);
    check(b"%0*f|", &[d(-10), f(1.5)]);
    check(b"%*y|", &[d(i64::from(i32::MIN))]);
    check(b"%zs|%js|%ts|%Ls|%1$d", &[d(0), d(0), d(0), d(0)]);
    check(b"%p|%20p|%-20p|%020p|%.20p|%+p|% p|%#p", &vec![d(0x1234); 8]);
    check(b"%p|%20p|%-20p|%020p|%.2p|%+p", &vec![d(0); 6]);
    check(b"%s|%.6s|%.5s|%10s|%-10s|%ls|%.3S", &vec![d(0); 7]);
    check(b"%c|%5c|%-5c|%05c", &vec![d(0); 4]);
    check(b"%lc", &[d(0x20ac)]);
    check(b"ab%lc|%5lc", &[d(65), d(0)]);
    check(b"%m|%20m|%-20m|%.3m|%#m|%#20m", &[]);
    for errno in [-5, 0, 1, 41, 133, 134, 1000] {
        let format = b"%m|%#m|%+#8m|%#.3m";
        let ours = common::printf::ours(format, &[], errno, 1000).bytes;
        // SAFETY: the format asks for no arguments.
        let (_, native, _) = unsafe { native::snprintf(format, &[], 1000, errno) };
        assert_eq!(show(&ours), show(&native));
    }
    for value in
        [0.0, -0.0, 0.5, 1.5, 2.5, 0.1, 9.5, 99.5, 0.99995, 9.9999995, 999999.5, 1e5, 1e6, 123456.0, 1e-4, 9.99999e-5]
    {
        for flags in ["", "#", "+", "0", "-", " ", "#0", "#-"] {
            for precision in ["", ".0", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".17", ".*"] {
                for conversion in "feEgGaA".chars() {
                    let format = format!("%{flags}12{precision}{conversion}");
                    let mut args = vec![f(value)];
                    if precision == ".*" {
                        args.insert(0, d(-1));
                    }
                    check(format.as_bytes(), &args);
                }
            }
        }
    }
    let extreme = [f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1), f64::EPSILON, 1.0 / 3.0];
    for value in extreme {
        for format in ["%f", "%.1100f", "%.1100e", "%.1100g", "%#.1100g", "%.400a", "%a"] {
            check(format.as_bytes(), &[f(value)]);
            check(
                format.replace('%', "%L").replace("%L.1100", "%.1100L").replace("%L.400", "%.400L").as_bytes(),
                &[Arg::Long(LongDouble::from(value))],
            );
        }
    }
}

#[test]
fn too_long_is_an_error_and_no_allocation() {
    let print = |format: &str, value: Value<'_>, limit: usize| {
        let parsed = Format::parse(format.as_bytes(), &DataModel::LP64);
        let directive = parsed.directives().next().unwrap();
        let mut out = Vec::new();
        render(directive.conversion, &directive.field(None, None), value, limit, &mut out).map(|()| out)
    };
    let too_long = |needed| Err(OutputError::TooLong { needed });
    assert_eq!(print("%2147483647d", Value::Integer(1), 1 << 20), too_long(2_147_483_647));
    assert_eq!(print("%.2147483647d", Value::Integer(u64::MAX), 100), too_long(2_147_483_648));
    assert_eq!(print("%.2147483647f", Value::Double(1.5), 100), too_long(2_147_483_649));
    assert_eq!(print("%.2147483647e", Value::Double(1.5), 100), too_long(2_147_483_653));
    assert_eq!(print("%#.2147483647g", Value::Double(1.5), 100), too_long(2_147_483_648));
    assert_eq!(print("%.2147483647g", Value::Double(1.5), 100), Ok(b"1.5".to_vec()));
    assert_eq!(print("%.2147483647a", Value::Double(1.5), 100), too_long(2_147_483_654));
    assert_eq!(print("%5s", Value::String(Some(b"abc")), 4), too_long(5));
    assert_eq!(print("%5s", Value::String(Some(b"abc")), 5), Ok(b"  abc".to_vec()));
    assert_eq!(print("%d", Value::Double(1.0), 5), Err(OutputError::WrongValue));
}

#[test]
fn arguments_of_a_format() {
    let classes = |format: &str, model: &DataModel| Format::parse(format.as_bytes(), model).arguments();
    use ArgClass::*;
    assert_eq!(
        classes("%*.*f %Lg %hhd %ld %lld %zu %td %jd %s %p %n %lc %c %m %%", &DataModel::LP64),
        [
            Int, Int, Double, LongDouble, Int, Long, LongLong, Size, Ptrdiff, Intmax, Pointer, Pointer, Pointer,
            WideInt, Int
        ]
    );
    assert_eq!(classes("%3$s %1$*2$d", &DataModel::LP64), [Int, Int, Pointer]);
    assert_eq!(classes("%3$s", &DataModel::LP64), [Int, Int, Pointer]);
    assert_eq!(classes("%1$Ld", &DataModel::LP64), [Int]);
    assert_eq!(classes("%1$Ld", &DataModel::ILP32), [LongLong]);
    assert_eq!(classes("%jf", &DataModel::LP64), [Double]);
    assert_eq!(classes("%jf", &DataModel::ILP32), [LongDouble]);
    let parsed = Format::parse(b"a%-5.*d%", &DataModel::LP64);
    assert_eq!(parsed.pieces[0], Piece::Literal(0..1));
    assert_eq!(parsed.pieces[2], Piece::Stop(FormatError::Incomplete));
    let directive = parsed.directives().next().unwrap();
    assert_eq!(
        (directive.source.clone(), directive.width, directive.precision),
        (1..7, Count::Fixed(5), Count::Argument(0))
    );
    let far = Format::parse(b"%1000000000$d", &DataModel::LP64);
    assert_eq!(far.pieces, [Piece::Stop(FormatError::TooManyArguments)]);
}

//! `sscanf` against the machine's glibc: result, `errno`, and every byte of the arguments' memory.
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

mod common;

use common::{Rng, show};
use crescendo_cformat::input::{
    Assignment, ByteSource, ScanConversion, ScanErrno, ScanFormat, ScanSink, StringSource, scan,
};
use crescendo_cformat::model::DataModel;
use crescendo_cformat_oracle as native;
use std::collections::BTreeMap;
use std::ffi::c_void;

const MEMORY: usize = 4096;
/// `errno` before a call.
const ERRNO: i32 = 5;

/// The arguments' memory, as our side would have it.
struct Memory {
    blocks: Vec<Vec<u8>>,
    /// What `m` allocated, by argument.
    allocated: BTreeMap<usize, Option<Vec<u8>>>,
}

impl ScanSink for Memory {
    type Error = String;

    fn assign(&mut self, argument: usize, assignment: Assignment<'_>) -> Result<(), String> {
        let bytes = match assignment {
            Assignment::Integer { value, size } => {
                let length = DataModel::LP64.bits(size) as usize / 8;
                value.to_le_bytes()[..length].to_vec()
            }
            Assignment::Pointer(value) => value.to_le_bytes().to_vec(),
            Assignment::Float(value) => value.to_le_bytes().to_vec(),
            Assignment::Double(value) => value.to_le_bytes().to_vec(),
            Assignment::LongDouble(value) => value.to_le_bytes().to_vec(),
            Assignment::Quad(_) => return Err("no such type here".to_owned()),
            Assignment::Bytes { bytes, terminate, .. } => {
                let end: &[u8] = if terminate { &[0] } else { &[] };
                [bytes, end].concat()
            }
            Assignment::Wide { characters, terminate, .. } => {
                let end: &[u32] = if terminate { &[0] } else { &[] };
                [characters, end].concat().iter().flat_map(|wide| wide.to_le_bytes()).collect()
            }
            Assignment::NoAllocation => {
                self.allocated.insert(argument, None);
                return Ok(());
            }
        };
        if matches!(assignment, Assignment::Bytes { allocate: true, .. } | Assignment::Wide { allocate: true, .. }) {
            self.allocated.insert(argument, Some(bytes));
        } else {
            self.blocks[argument][..bytes.len()].copy_from_slice(&bytes);
        }
        Ok(())
    }
}

/// Scans on both sides and compares; false if the case does not suit.
fn check(input: &[u8], format: &[u8]) -> bool {
    let parsed = ScanFormat::parse(format, &DataModel::LP64);
    let mut uses: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    for directive in parsed.directives() {
        let string = matches!(
            directive.conversion,
            ScanConversion::Chars { .. } | ScanConversion::Word { .. } | ScanConversion::Set { .. }
        );
        // glibc stores rubbish for a byte that is no character.
        if matches!(directive.conversion, ScanConversion::Set { wide: true, .. }) && !input.is_ascii() {
            return false;
        }
        if let Some(argument) = directive.argument {
            uses.entry(argument).or_default().push(directive.allocate && string);
        }
    }
    let count = uses.keys().last().map_or(0, |last| last + 1);
    let ambiguous = uses.values().any(|uses| uses.contains(&true) && uses.len() > 1);
    if count > 40 || ambiguous || parsed.directives().any(|directive| directive.width > Some(1000)) {
        return false;
    }
    let mut memory = Memory { blocks: vec![vec![0xa5; MEMORY]; count], allocated: BTreeMap::new() };
    let mut native_blocks: Vec<Vec<u128>> = vec![vec![u128::MAX / 0xff * 0xa5; MEMORY / 16]; count];
    let pointers: Vec<*mut c_void> = native_blocks.iter_mut().map(|block| block.as_mut_ptr().cast()).collect();
    let context = || format!("{:?} with {:?}", show(input), show(format));

    let outcome = scan(&parsed, &mut StringSource::new(input), &mut memory, &DataModel::LP64).unwrap();
    // SAFETY: every argument has room for the longest input.
    let (returned, errno) = unsafe { native::sscanf(input, format, &pointers, ERRNO) };
    assert_eq!(outcome.returned, returned, "result of {}", context());
    let ours = match outcome.errno {
        ScanErrno::Unchanged => ERRNO,
        ScanErrno::Cleared => 0,
        ScanErrno::Range => 34,
        ScanErrno::IllegalSequence => 84,
    };
    assert_eq!(ours, errno, "errno of {}", context());
    for (argument, block) in native_blocks.iter().enumerate() {
        let mut bytes: Vec<u8> = block.iter().flat_map(|word| word.to_le_bytes()).collect();
        if let Some(expected) = memory.allocated.get(&argument) {
            let address = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as *mut c_void;
            assert_eq!(expected.is_none(), address.is_null(), "allocation {argument} of {}", context());
            if let Some(expected) = expected {
                // SAFETY: glibc allocated at least this many bytes.
                let stored = unsafe { std::slice::from_raw_parts(address.cast::<u8>(), expected.len()) };
                assert_eq!(show(expected), show(stored), "allocation {argument} of {}", context());
                // SAFETY: it is not used again.
                unsafe { native::free(address) };
            }
            bytes[..8].fill(0xa5);
        }
        let ours = &memory.blocks[argument];
        if *ours != bytes {
            let at = ours.iter().zip(&bytes).position(|(a, b)| a != b).unwrap();
            let end = (at + 24).min(MEMORY);
            panic!(
                "argument {argument} from byte {at}: ours {:x?}, glibc {:x?} of {}",
                &ours[at..end],
                &bytes[at..end],
                context()
            );
        }
    }
    true
}

#[test]
fn edges() {
    let cases: &[(&str, &str)] = &[
        ("", ""),
        ("", "%d"),
        (" ", "%d"),
        ("", "x"),
        ("", " "),
        ("x", " "),
        ("  x", " x"),
        ("", "%n"),
        ("abc", "abc%n"),
        ("12", "%d%d"),
        ("12 ", "%d%d"),
        ("12 x", "%d%d"),
        ("x", "%d"),
        ("-", "%d"),
        ("+5", "%d"),
        ("-5", "%u"),
        ("0x", "%x"),
        ("0xg", "%x%c"),
        ("0xg", "%i%c"),
        ("0x", "%i"),
        ("08", "%i%c"),
        ("0x1f", "%i"),
        ("0x1f", "%d%c"),
        ("-0x1f", "%3x%c"),
        ("0x1f", "%2x%c"),
        ("0x1f", "%1x%c"),
        ("017", "%i"),
        ("017", "%1i%c"),
        ("12345", "%3d%d"),
        ("99999999999", "%d"),
        ("99999999999999999999", "%ld"),
        ("99999999999999999999", "%hhd"),
        ("-99999999999999999999", "%lu"),
        ("300", "%hhd"),
        ("70000", "%hd"),
        ("70000", "%hhu%hu"),
        ("1 2 3", "%ld%lld%jd"),
        ("1 2 3", "%zd%td%qd"),
        ("(nil)", "%p"),
        ("(NIL)x", "%p%c"),
        ("(nix)", "%p%c"),
        ("(nil)", "%4p"),
        ("(nil)", "%5p"),
        ("(", "%p"),
        ("0x12ab", "%p"),
        ("-(nil)", "%p"),
        ("zz", "%p"),
        ("abc def", "%s%s"),
        ("abc", "%2s%s"),
        ("abc", "%c%c%c%c"),
        ("abc", "%5c"),
        ("", "%c"),
        ("   a", "%c"),
        ("   a", " %c"),
        ("abc", "%*c%c"),
        ("abc def", "%*s%s"),
        ("abc", "%[a-b]%[c]"),
        ("abc", "%[^c]%s"),
        ("]-x", "%[]-]%c"),
        ("a-z", "%[a-]"),
        ("^a", "%[^^]%c"),
        ("^a", "%[a^]"),
        ("abc", "%[z-a]"),
        ("a-z", "%[z-a]"),
        ("bcd", "%[a-c-e]"),
        ("b-e", "%[a-c-e]"),
        ("abc", "%[abc"),
        ("abc", "%["),
        ("abc", "%[]"),
        ("abc", "%[^"),
        ("abc", "%[^]"),
        ("x", "%[abc]"),
        ("", "%[abc]"),
        ("-x", "%[-x]"),
        ("1.5", "%f"),
        ("1.5", "%lf"),
        ("1.5", "%Lf"),
        ("1.5e", "%f%c"),
        ("1.5e+", "%f%c"),
        ("1.5e+x", "%f%c"),
        ("1e5", "%2f%c"),
        (".", "%f"),
        (".5", "%f"),
        ("5.", "%f%c"),
        ("1..5", "%f%s"),
        ("+", "%f"),
        ("-", "%f"),
        ("-x", "%f%c"),
        ("inf", "%f"),
        ("infinity", "%f"),
        ("infinit", "%f%c"),
        ("infx", "%f%c"),
        ("infi", "%f"),
        ("nan", "%f"),
        ("nan(12)", "%f%s"),
        ("na", "%f"),
        ("nax", "%f%c"),
        ("-inf", "%f"),
        ("inf", "%2f%c"),
        ("infinity", "%5f%c"),
        ("infinity", "%8f"),
        ("0x1.8p1", "%f"),
        ("0x", "%f%c"),
        ("0x.", "%f%c"),
        ("0xp1", "%f%c"),
        ("0x1p", "%f%c"),
        ("0x1p+", "%f%c"),
        ("0x1", "%2f%c"),
        ("0x1", "%3f%c"),
        ("00x1", "%f%c"),
        ("1e999", "%f"),
        ("1e-999", "%lf"),
        ("1e-999", "%*lf"),
        ("1x", "%fx"),
        ("%", "%%"),
        ("  %", "%%"),
        ("x", "%%"),
        ("5%", "%d%%%n"),
        ("ab", "a%nb%n"),
        ("a b", "a %n"),
        ("a b", "a%*n%c"),
        ("x", "%y"),
        (" x", "%y%c"),
        ("x", "%"),
        ("x", "%5"),
        ("x", "%l"),
        ("12", "%2$d%1$d"),
        ("12 13", "%2$d%d"),
        ("12", "%0$d"),
        ("1 2", "%1$d %d"),
        ("12", "%5*d"),
        ("1,000", "%'d"),
        ("12", "%Id"),
        ("abc", "%ms"),
        ("", "%ms"),
        ("abc", "%m[x]"),
        ("abc", "%m[a-z]"),
        ("abc", "%2mc"),
        ("abc", "%mc"),
        ("abc", "%mls"),
        ("abc", "%mS"),
        ("abc", "%mC"),
        ("a b", "%d%ms"),
        ("5", "%d%ms"),
        ("abc", "%m["),
        ("abc", "%*ms"),
        ("12", "%md"),
        ("abc", "%ls"),
        ("abc", "%S"),
        ("abc", "%lc"),
        ("abc", "%3C"),
        ("abc", "%l[ab]"),
        ("a\u{e9}c", "%ls"),
        ("a\u{e9}c", "%3lc"),
        ("\u{e9}", "%s"),
        ("\u{e9}", "\u{e9}%n"),
        ("  \u{e9}", " \u{e9}%n"),
        ("\u{e9}", "%mls"),
        ("1e-310", "%lf"),
        ("1.2as", "%as"),
        ("abc", "%zs"),
        ("abc", "%js"),
        ("1.5", "%zf"),
        ("1.5", "%hf"),
        ("1.5", "%llf"),
        ("7", "%2147483648d"),
        ("abc", "%0s"),
        ("a\0b", "%s%s"),
        ("1\n2", "%d\n%d"),
        ("a", "a%n b"),
        ("12", "%d %n"),
        ("12  ", "%d %n"),
        ("12", "%d x"),
    ];
    for (input, format) in cases {
        assert!(check(input.as_bytes(), format.as_bytes()), "{input:?} {format:?}");
    }
}

fn directive(rng: &mut Rng, conversions: &[u8]) -> Vec<u8> {
    let mut text = vec![b'%'];
    if rng.one_in(12) {
        text.extend_from_slice(format!("{}$", rng.below(5)).as_bytes());
    }
    if rng.one_in(6) {
        text.extend(rng.text(b"**'I", 2));
    }
    if rng.one_in(3) {
        text.extend_from_slice(rng.below(12).to_string().as_bytes());
    }
    if rng.one_in(2) {
        text.extend_from_slice(rng.pick(&[
            b"h".as_slice(),
            b"hh",
            b"l",
            b"ll",
            b"L",
            b"q",
            b"j",
            b"z",
            b"t",
            b"m",
            b"ml",
        ]));
    }
    let conversion = rng.pick(conversions);
    text.push(conversion);
    if conversion == b'[' {
        text.extend(rng.text(b"^", 1));
        text.extend(rng.text(b"]", 1));
        text.extend(rng.text(b"abc-xyz0-9 ^.-", 6));
        if !rng.one_in(20) {
            text.push(b']');
        }
    }
    text
}

#[test]
fn numbers() {
    let mut rng = Rng::new(20);
    let mut compared = 0;
    for _ in 0..60_000 {
        let mut format = Vec::new();
        let mut input = Vec::new();
        for _ in 0..rng.below(3) + 1 {
            format.extend(rng.text(b" ,", 1));
            format.extend(directive(&mut rng, b"diuoxXpfegaFEGAn"));
            input.extend(rng.text(b" ,", 1));
            input.extend(rng.text(b"+-", 1));
            input.extend_from_slice(rng.pick(&[
                b"".as_slice(),
                b"",
                b"",
                b"0x",
                b"0",
                b"0X",
                b"inf",
                b"nan",
                b"infinity",
                b"(nil)",
                b".",
            ]));
            let most = rng.pick(&[2, 5, 24]);
            input.extend(rng.text(b"0123456789abcdefABCDEF", most));
            input.extend(rng.text(b".", 1));
            input.extend(rng.text(b"0123456789a", 3));
            input.extend(rng.text(b"eEpP", 1));
            input.extend(rng.text(b"+-", 1));
            input.extend(rng.text(b"0123456789", 3));
        }
        compared += u64::from(check(&input, &format));
    }
    assert!(compared > 55_000, "{compared}");
}

#[test]
fn strings() {
    let mut rng = Rng::new(21);
    let mut compared = 0;
    for _ in 0..50_000 {
        let mut format = Vec::new();
        for _ in 0..rng.below(4) + 1 {
            format.extend(rng.text(b" a", 1));
            format.extend(directive(&mut rng, b"ccss[[[SCnd%"));
        }
        let most = rng.pick(&[3, 12, 250]);
        let input = rng.text(b"abcxyz019 ]^-. \n\t%ab", most);
        compared += u64::from(check(&input, &format));
        let input = rng.text(b"abc \xe9a", 6);
        check(&input, &format);
    }
    assert!(compared > 40_000, "{compared}");
}

#[test]
fn soup() {
    let mut rng = Rng::new(22);
    let mut compared = 0;
    for _ in 0..80_000 {
        let format = rng.text(b"%%%%%0123*$hlqjztLmcsdiuoxXpneEfFgGaA[]^-SC ab'I\x80", 12);
        let input = rng.text(b"0123456789abcdefxinftyn()+-.ep \n%\x80", 20);
        compared += u64::from(check(&input, &format));
    }
    assert!(compared > 60_000, "{compared}");
    for _ in 0..40_000 {
        let format: Vec<u8> = (0..rng.below(20)).map(|_| rng.next() as u8 & 0x7f).collect();
        let input: Vec<u8> = (0..rng.below(20)).map(|_| rng.next() as u8).collect();
        for model in [DataModel::LP64, DataModel::ILP32, DataModel::LLP64] {
            let parsed = ScanFormat::parse(&format, &model);
            let _ = scan(&parsed, &mut StringSource::new(&input), &mut Ignore, &model);
        }
    }
}

struct Ignore;

impl ScanSink for Ignore {
    type Error = ();

    fn assign(&mut self, _: usize, _: Assignment<'_>) -> Result<(), ()> {
        Ok(())
    }
}

/// A null pointer for a string ends the scan before it reads, as in glibc.
#[test]
fn null_strings() {
    struct Null;
    impl ScanSink for Null {
        type Error = ();
        fn is_null(&mut self, _: usize) -> Result<bool, ()> {
            Ok(true)
        }
        fn assign(&mut self, _: usize, _: Assignment<'_>) -> Result<(), ()> {
            Err(())
        }
    }
    for (input, format) in [("abc", "%s"), ("", "%s"), ("abc", "%ms"), ("abc", "%c"), ("  ", "%[a]")] {
        let parsed = ScanFormat::parse(format.as_bytes(), &DataModel::LP64);
        let ours = scan(&parsed, &mut StringSource::new(input.as_bytes()), &mut Null, &DataModel::LP64);
        let pointers = [std::ptr::null_mut()];
        // SAFETY: glibc checks for null before it stores a string.
        let (native, _) = unsafe { native::sscanf(input.as_bytes(), format.as_bytes(), &pointers, 0) };
        assert_eq!(ours.unwrap().returned, native, "{input:?} {format:?}");
    }
}

/// A sink's error ends the scan at once.
#[test]
fn sink_errors_end_the_scan() {
    struct Refuse(usize);
    impl ScanSink for Refuse {
        type Error = usize;
        fn assign(&mut self, argument: usize, _: Assignment<'_>) -> Result<(), usize> {
            self.0 += 1;
            if argument == 1 { Err(self.0) } else { Ok(()) }
        }
    }
    let parsed = ScanFormat::parse(b"%d%d%d", &DataModel::LP64);
    let result = scan(&parsed, &mut StringSource::new(b"1 2 3"), &mut Refuse(0), &DataModel::LP64);
    assert_eq!(result, Err(2));
}

/// The engine asks for no byte it does not need, and gives back at most one.
#[test]
fn source_protocol() {
    struct Counting<'a> {
        inner: StringSource<'a>,
        ended: bool,
        may_unget: bool,
    }
    impl ByteSource for Counting<'_> {
        fn next(&mut self) -> Option<u8> {
            assert!(!self.ended, "asked behind the end");
            let byte = self.inner.next();
            self.ended = byte.is_none();
            self.may_unget = byte.is_some();
            byte
        }
        fn unget(&mut self) {
            assert!(self.may_unget, "two pushed back");
            self.may_unget = false;
            self.inner.unget();
        }
    }
    let mut rng = Rng::new(23);
    for _ in 0..20_000 {
        let mut format = Vec::new();
        for _ in 0..3 {
            format.extend(rng.text(b" a", 1));
            format.extend(directive(&mut rng, b"diuxpfgacs[n%SC"));
        }
        let input = rng.text(b"0123456789abcdefxinftyn()+-.ep \n%", 20);
        let parsed = ScanFormat::parse(&format, &DataModel::LP64);
        let mut source = Counting { inner: StringSource::new(&input), ended: false, may_unget: false };
        let outcome = scan(&parsed, &mut source, &mut Ignore, &DataModel::LP64).unwrap();
        assert!(outcome.consumed <= input.len() as u64);
        let rest: Vec<u8> = std::iter::from_fn(|| source.inner.next()).collect();
        assert_eq!(rest, input[outcome.consumed as usize..], "{} {}", show(&format), show(&input));
    }
}

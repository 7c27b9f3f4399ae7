//! `strftime`, `gmtime`, `timegm`, `mktime` and `asctime` against the machine's glibc, in UTC.
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

mod common;

use common::{Rng, show};
use crescendo_cformat::calendar::{Tm, asctime, ctime, gmtime, mktime, timegm};
use crescendo_cformat::strftime::{StrftimeError, strftime};
use crescendo_cformat_oracle::{self as native, CTm};

fn to_c(tm: &Tm) -> CTm {
    CTm {
        fields: [tm.sec, tm.min, tm.hour, tm.mday, tm.mon, tm.year, tm.wday, tm.yday, tm.isdst],
        gmtoff: tm.gmtoff,
        zone: std::ptr::null(),
    }
}

fn from_c(tm: &CTm) -> Tm {
    let [sec, min, hour, mday, mon, year, wday, yday, isdst] = tm.fields;
    Tm { sec, min, hour, mday, mon, year, wday, yday, isdst, gmtoff: tm.gmtoff }
}

fn random_time(rng: &mut Rng) -> i64 {
    match rng.below(6) {
        0 => rng.next() as i64,
        1 => rng.integer() as i64,
        2 => (rng.next() as i64) >> 7,
        3 => rng.below(4_000_000_000) as i64 - 2_000_000_000,
        4 => 67_768_036_191_676_799 + rng.below(5) as i64 - 2,
        _ => (rng.next() as i64) >> (20 + rng.below(20)),
    }
}

/// Fields of a real date, then some of them out of range.
fn random_tm(rng: &mut Rng) -> Tm {
    let mut tm = gmtime(random_time(rng)).unwrap_or_default();
    if rng.one_in(2) {
        tm = gmtime(rng.below(8_000_000_000) as i64 - 4_000_000_000).unwrap_or_default();
    }
    for _ in 0..rng.below(3) {
        let value = match rng.below(5) {
            0 => rng.integer() as i32,
            1 => rng.below(5) as i32 - 2,
            _ => rng.below(800) as i32 - 400,
        };
        match rng.below(10) {
            0 => tm.sec = value,
            1 => tm.min = value,
            2 => tm.hour = value,
            3 => tm.mday = value,
            4 => tm.mon = value,
            5 => tm.year = value,
            6 => tm.wday = value,
            7 => tm.yday = value,
            8 => tm.isdst = rng.below(5) as i32 - 2,
            _ => tm.gmtoff = i64::from(value),
        }
    }
    tm
}

fn check(format: &[u8], tm: &Tm, size: usize) {
    let (length, text) = native::strftime(format, &to_c(tm), size);
    let ours = strftime(format, tm, None, size as u64, 1 << 20);
    let context = || format!("{:?} {tm:?} in {size}", show(format));
    match ours {
        Ok(ours) => assert_eq!((show(&ours), ours.len()), (show(&text), length), "{}", context()),
        Err(StrftimeError::DoesNotFit) => assert_eq!(length, 0, "{}", context()),
        Err(StrftimeError::LimitExceeded) => panic!("{}", context()),
    }
}

#[test]
fn every_conversion() {
    native::use_utc();
    let mut rng = Rng::new(30);
    let tms: Vec<Tm> = (0..300).map(|_| random_tm(&mut rng)).collect();
    for conversion in 1..=255u8 {
        for prefix in
            ["%", "%E", "%O", "%_", "%-", "%0", "%^", "%#", "%12", "%012", "%_12", "%-12", "%^#12", "%#E", "%#O", "%3"]
        {
            let format = [prefix.as_bytes(), &[conversion]].concat();
            for _ in 0..4 {
                check(&format, &rng.pick(&tms), 500);
            }
        }
    }
    for format in [
        "",
        "%",
        "%5",
        "%5E",
        "abc%",
        "%E",
        "%E%",
        "%O%",
        "%5E%",
        "%^Eq%d",
        "a\u{e9}b%Y",
        "%%%n%t",
        "%c|%x|%X|%r|%R|%T|%D|%F",
    ] {
        for tm in &tms {
            check(format.as_bytes(), tm, 500);
        }
    }
}

#[test]
fn random_formats() {
    native::use_utc();
    let mut rng = Rng::new(31);
    for _ in 0..60_000 {
        let tm = random_tm(&mut rng);
        let format = rng.text(b"%%%%%%%%aAbBcCdDeEfFgGhHIjklmMnNOpPrRsStTuUvVwWxXyYzZ+_-0^#123 :\x80", 16);
        let size = rng.pick(&[500, 500, 40, 8, 1, 0]);
        if format.windows(4).any(|four| four.iter().all(u8::is_ascii_digit)) {
            continue;
        }
        check(&format, &tm, size);
    }
}

#[test]
fn iso_weeks() {
    native::use_utc();
    for day in -40_000..40_000 {
        let tm = gmtime(day * 86_400).unwrap();
        if day % 7 == 0 || tm.yday < 8 || tm.yday > 355 {
            check(b"%G %g %V %U %W %u %w %j", &tm, 100);
        }
    }
}

#[test]
fn zones() {
    let tm = Tm { isdst: 0, gmtoff: -12_600, ..gmtime(0).unwrap() };
    let print = |format: &str, zone: Option<&str>| {
        strftime(format.as_bytes(), &tm, zone.map(str::as_bytes), 100, 100).map(|text| show(&text))
    };
    assert_eq!(print("%Z|%^Z|%#Z|%5Z", Some("CeT")), Ok("CeT|CET|cet|  CeT".to_owned()));
    assert_eq!(print("%Z", None), Ok("UTC".to_owned()));
    assert_eq!(print("%z", None), Ok("-0330".to_owned()));
    assert_eq!(strftime(b"%2000000000d", &tm, None, u64::MAX, 100), Err(StrftimeError::LimitExceeded));
    assert_eq!(strftime(b"%2000000000d", &tm, None, 100, 100), Err(StrftimeError::DoesNotFit));
}

#[test]
fn calendars() {
    native::use_utc();
    let mut rng = Rng::new(32);
    for _ in 0..60_000 {
        let time = random_time(&mut rng);
        let ours = gmtime(time);
        assert_eq!(ours, native::gmtime(time).map(|tm| from_c(&tm)), "gmtime {time}");
        if let Some(tm) = ours {
            assert_eq!(timegm(&tm), Some((time, tm)));
        }
    }
    for _ in 0..60_000 {
        let tm = random_tm(&mut rng);
        let (time, after, errno) = native::timegm(&to_c(&tm));
        let expected = (time != -1 || errno == 0).then(|| (time, from_c(&after)));
        assert_eq!(timegm(&tm), expected, "timegm {tm:?}");
    }
    for _ in 0..20_000 {
        let tm = random_tm(&mut rng);
        let (time, after, errno) = native::mktime(&to_c(&tm));
        let expected = (time != -1 || errno == 0).then(|| (time, from_c(&after)));
        assert_eq!(mktime(&tm), expected, "mktime {tm:?}");
    }
}

#[test]
fn asctime_text() {
    let mut rng = Rng::new(33);
    for _ in 0..20_000 {
        let tm = random_tm(&mut rng);
        let (whole, short) = native::asctime(&to_c(&tm));
        let ours = asctime(&tm).map(|text| String::from_utf8(text).unwrap());
        assert_eq!(ours, whole, "{tm:?}");
        assert_eq!(ours.filter(|text| text.len() < 26), short, "{tm:?}");
    }
    assert_eq!(ctime(0), Some(b"Thu Jan  1 00:00:00 1970\n".to_vec()));
    assert_eq!(ctime(i64::MAX), None);
}

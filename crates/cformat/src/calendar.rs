//! The proleptic Gregorian calendar as `gmtime`, `timegm`, `mktime` (in UTC), `asctime` and `ctime` use it.
//!
//! Times are seconds since 1970 as `i64`; a time exists if its year fits `int` after 1900 is taken off.

use crate::output::{Value, render};
use crate::spec::{Conversion, Field, Flags};

/// C's `struct tm`, without the zone's name. Fields may be out of range, as in C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tm {
    pub sec: i32,
    pub min: i32,
    pub hour: i32,
    pub mday: i32,
    /// From 0.
    pub mon: i32,
    /// Since 1900.
    pub year: i32,
    /// From Sunday, 0.
    pub wday: i32,
    /// From 0.
    pub yday: i32,
    pub isdst: i32,
    /// Seconds east of UTC.
    pub gmtoff: i64,
}

pub(crate) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DAY_SECONDS: i64 = 86_400;
const DAYS_IN_400_YEARS: i64 = 146_097;

/// Whether the year (counted from 0) has a 29 February.
pub fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// Days from 1 January 1970 to 1 January of a year.
fn days_before_year(year: i64) -> i64 {
    let last = year - 1;
    let leaps = last.div_euclid(4) - last.div_euclid(100) + last.div_euclid(400);
    let leaps_1970 = 1969 / 4 - 1969 / 100 + 1969 / 400;
    365 * (year - 1970) + leaps - leaps_1970
}

/// Days of the year before each month.
fn days_before_month(leap: bool, month: usize) -> i64 {
    const NORMAL: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    NORMAL[month] + i64::from(leap && month > 1)
}

/// `gmtime`; nothing if the year does not fit: `EOVERFLOW`.
pub fn gmtime(time: i64) -> Option<Tm> {
    let (days, second) = (time.div_euclid(DAY_SECONDS), time.rem_euclid(DAY_SECONDS));
    let mut year = 1970 + days.div_euclid(DAYS_IN_400_YEARS) * 400;
    // Within a cycle the estimate by the longest year is at most one year early.
    year += days.rem_euclid(DAYS_IN_400_YEARS) / 366;
    while days_before_year(year + 1) <= days {
        year += 1;
    }
    let yday = days - days_before_year(year);
    let leap = is_leap(year);
    let month = (0..12).rev().find(|&month| days_before_month(leap, month) <= yday).unwrap_or(0);
    Some(Tm {
        sec: (second % 60) as i32,
        min: (second / 60 % 60) as i32,
        hour: (second / 3600) as i32,
        mday: (yday - days_before_month(leap, month) + 1) as i32,
        mon: month as i32,
        year: i32::try_from(year - 1900).ok()?,
        wday: (days + 4).rem_euclid(7) as i32,
        yday: yday as i32,
        isdst: 0,
        gmtoff: 0,
    })
}

/// `timegm`: the time and the normalised fields; nothing if it does not exist: -1, `EOVERFLOW`, fields untouched.
pub fn timegm(tm: &Tm) -> Option<(i64, Tm)> {
    normalise(tm, 0)
}

/// `mktime` where local time is UTC. Fields that claim daylight saving time count as one hour ahead.
pub fn mktime(tm: &Tm) -> Option<(i64, Tm)> {
    normalise(tm, if tm.isdst > 0 { 3600 } else { 0 })
}

/// The time `ahead` seconds before the one the fields name.
fn normalise(tm: &Tm, ahead: i64) -> Option<(i64, Tm)> {
    let year = i64::from(tm.year) + 1900 + i64::from(tm.mon.div_euclid(12));
    let month = tm.mon.rem_euclid(12) as usize;
    let days = days_before_year(year) + days_before_month(is_leap(year), month) + i64::from(tm.mday) - 1;
    let minute = ((days * 24 + i64::from(tm.hour)) * 60 + i64::from(tm.min)) * 60;
    // The hour goes off first and seconds beyond a minute are added last; each step has to stay in range.
    let first = minute + i64::from(tm.sec.clamp(0, 59));
    gmtime(first)?;
    gmtime(first - ahead)?;
    let time = minute + i64::from(tm.sec) - ahead;
    Some((time, gmtime(time)?))
}

/// The text of `asctime`, its newline included; nothing if the year overflows (`EOVERFLOW`).
///
/// `asctime_r` and `ctime_r` fail in the same way if the text has more than 25 bytes.
pub fn asctime(tm: &Tm) -> Option<Vec<u8>> {
    let year = tm.year.checked_add(1900)?;
    let day = usize::try_from(tm.wday).ok().and_then(|day| DAYS.get(day)).map_or("???", |name| &name[..3]);
    let month = usize::try_from(tm.mon).ok().and_then(|mon| MONTHS.get(mon)).map_or("???", |name| &name[..3]);
    let mut text = format!("{day} {month}").into_bytes();
    integer(&mut text, tm.mday, 3, None);
    for (separator, value) in [(b' ', tm.hour), (b':', tm.min), (b':', tm.sec)] {
        text.push(separator);
        integer(&mut text, value, 0, Some(2));
    }
    text.push(b' ');
    integer(&mut text, year, 0, None);
    text.push(b'\n');
    Some(text)
}

/// The text of `ctime` where local time is UTC.
pub fn ctime(time: i64) -> Option<Vec<u8>> {
    asctime(&gmtime(time)?)
}

fn integer(out: &mut Vec<u8>, value: i32, width: u32, precision: Option<u32>) {
    let field = Field { flags: Flags::default(), width, precision };
    let printed = render(Conversion::Signed { bits: 32 }, &field, Value::Integer(value as u64), 16, out);
    debug_assert!(printed.is_ok(), "an int has at most 11 characters");
}

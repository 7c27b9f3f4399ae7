//! `strftime` in the C locale, with glibc's flags `_ - 0 ^ #`, field widths and `E`/`O` modifiers.
//!
//! Local time is UTC: `%s` counts in it, and `%Z` names it if the caller knows no zone.

use crate::calendar::{DAYS, MONTHS, Tm, is_leap, mktime};
use thiserror::Error;

/// Why there is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StrftimeError {
    /// The text and its NUL need more than `max_size` bytes: `strftime` returns 0.
    #[error("the text does not fit the buffer")]
    DoesNotFit,
    /// It may fit, but is longer than the caller's limit.
    #[error("the text is longer than the limit")]
    LimitExceeded,
}

/// Formats a time. `zone` is the name in `tm_zone`, if there is one; `max_size` is the size of the buffer.
pub fn strftime(
    format: &[u8],
    tm: &Tm,
    zone: Option<&[u8]>,
    max_size: u64,
    limit: usize,
) -> Result<Vec<u8>, StrftimeError> {
    let mut formatter = Formatter { tm, zone, out: Vec::new(), max_size, limit };
    formatter.run(format)?;
    Ok(formatter.out)
}

struct Formatter<'a> {
    tm: &'a Tm,
    zone: Option<&'a [u8]>,
    out: Vec<u8>,
    max_size: u64,
    limit: usize,
}

/// Padding asked for by a flag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pad {
    Default,
    /// `_`
    Space,
    /// `-`
    Nothing,
    /// `0`
    Zero,
}

#[derive(Clone, Copy)]
struct Directive {
    pad: Pad,
    uppercase: bool,
    change_case: bool,
    /// -1 if none is given.
    width: i32,
    modifier: u8,
}

impl Directive {
    const PLAIN: Self = Self { pad: Pad::Default, uppercase: false, change_case: false, width: -1, modifier: 0 };
}

impl Formatter<'_> {
    fn run(&mut self, format: &[u8]) -> Result<(), StrftimeError> {
        let end = format.iter().position(|&byte| byte == 0).unwrap_or(format.len());
        let format = &format[..end];
        let mut at = 0;
        while let Some(&byte) = format.get(at) {
            if byte != b'%' {
                self.add(&Directive::PLAIN, &[byte])?;
                at += 1;
                continue;
            }
            let (mut directive, conversion_at) = parse(format, at);
            let conversion = format.get(conversion_at).copied().unwrap_or(0);
            let next = (conversion_at + 1).min(format.len());
            if !self.convert(directive, conversion)? {
                // An unknown directive is copied from its last %, and some have changed case by then.
                let start = if conversion == b'%' { conversion_at } else { at };
                directive.uppercase |= directive.change_case && matches!(conversion, b'b' | b'h');
                self.copy(&directive, &format[start..next], false)?;
            }
            at = next;
        }
        Ok(())
    }

    /// Formats one conversion; false if there is no such conversion.
    fn convert(&mut self, mut directive: Directive, conversion: u8) -> Result<bool, StrftimeError> {
        let tm = self.tm;
        let allowed = match conversion {
            b'%' | b'a' | b'A' | b'D' | b'F' => directive.modifier == 0,
            b'b' | b'h' | b'B' | b'd' | b'e' | b'H' | b'I' | b'k' | b'l' | b'j' | b'M' | b'm' | b'S' | b'U' | b'V'
            | b'g' | b'G' | b'W' | b'w' => directive.modifier != b'E',
            b'c' | b'x' | b'X' | b'Y' => directive.modifier != b'O',
            b'C' | b'n' | b't' | b'P' | b'p' | b'R' | b'r' | b's' | b'T' | b'u' | b'y' | b'Z' | b'z' => true,
            _ => false,
        };
        if !allowed {
            return Ok(false);
        }
        match conversion {
            b'%' => self.add(&directive, b"%")?,
            b'n' => self.add(&directive, b"\n")?,
            b't' => self.add(&directive, b"\t")?,
            b'a' | b'A' | b'b' | b'h' | b'B' => {
                directive.uppercase |= directive.change_case;
                self.copy(&directive, name(tm, conversion).as_bytes(), false)?;
            }
            b'p' | b'P' => {
                let lowercase = conversion == b'P' || directive.change_case;
                self.copy(&directive, if tm.hour > 11 { b"PM" } else { b"AM" }, lowercase)?;
            }
            b'c' => self.compound(&directive, b"%a %b %e %H:%M:%S %Y")?,
            b'D' | b'x' => self.compound(&directive, b"%m/%d/%y")?,
            b'F' => self.compound(&directive, b"%Y-%m-%d")?,
            b'R' => self.compound(&directive, b"%H:%M")?,
            b'r' => self.compound(&directive, b"%I:%M:%S %p")?,
            b'T' | b'X' => self.compound(&directive, b"%H:%M:%S")?,
            b's' => {
                let time = mktime(tm).map_or(-1, |(time, _)| time);
                self.number(directive, 1, time)?;
            }
            b'Z' => {
                let zone = match self.zone {
                    Some(zone) if !zone.is_empty() => zone,
                    zone => match tm.isdst {
                        ..0 => zone.unwrap_or_default(),
                        0..=1 => b"UTC",
                        2.. => b"?",
                    },
                };
                self.copy(&directive, zone, directive.change_case)?;
            }
            b'z' => self.offset(directive)?,
            _ => {
                let (digits, value, space_padded) = numeric(tm, conversion);
                if space_padded && !matches!(directive.pad, Pad::Zero | Pad::Nothing) {
                    directive.pad = Pad::Space;
                }
                self.number(directive, digits.max(directive.width), i64::from(value))?;
            }
        }
        Ok(true)
    }

    /// `%z`: nothing if it is unknown whether daylight saving time applies.
    fn offset(&mut self, directive: Directive) -> Result<(), StrftimeError> {
        if self.tm.isdst < 0 {
            return Ok(());
        }
        let seconds = self.tm.gmtoff as i32;
        self.add(&directive, if seconds < 0 { b"-" } else { b"+" })?;
        let minutes = seconds.unsigned_abs() / 60;
        let value = minutes / 60 * 100 + minutes % 60;
        self.number(directive, directive.width.max(4), i64::from(value))
    }

    /// A number of at least `digits` characters. The `-` flag turns off this padding, but not the width's.
    fn number(&mut self, mut directive: Directive, digits: i32, value: i64) -> Result<(), StrftimeError> {
        let text = value.to_string();
        let mut text = text.as_bytes();
        let padding = i64::from(digits) - text.len() as i64;
        if directive.pad != Pad::Nothing && padding > 0 {
            if directive.pad == Pad::Space {
                self.fill(b' ', padding as u64)?;
                directive.width = (i64::from(directive.width) - padding).max(0) as i32;
            } else {
                self.reserve(digits as u64)?;
                if let Some((b'-', rest)) = text.split_first() {
                    self.out.push(b'-');
                    text = rest;
                }
                self.fill(b'0', padding as u64)?;
                directive.width = 0;
            }
        }
        self.add(&directive, text)
    }

    /// A format of its own, in a field.
    fn compound(&mut self, directive: &Directive, format: &[u8]) -> Result<(), StrftimeError> {
        let mut inner = Formatter { out: Vec::new(), max_size: u64::MAX, ..*self };
        inner.run(format)?;
        self.copy(directive, &inner.out, false)
    }

    /// Text in a field, in the case the flags ask for.
    fn copy(&mut self, directive: &Directive, text: &[u8], lowercase: bool) -> Result<(), StrftimeError> {
        if lowercase {
            self.add(directive, &text.to_ascii_lowercase())
        } else if directive.uppercase {
            self.add(directive, &text.to_ascii_uppercase())
        } else {
            self.add(directive, text)
        }
    }

    /// Text in a field, on the right.
    fn add(&mut self, directive: &Directive, text: &[u8]) -> Result<(), StrftimeError> {
        let padding = u64::try_from(directive.width).unwrap_or(0).saturating_sub(text.len() as u64);
        self.reserve(padding + text.len() as u64)?;
        let fill = if directive.pad == Pad::Zero { b'0' } else { b' ' };
        self.out.resize(self.out.len() + padding as usize, fill);
        self.out.extend_from_slice(text);
        Ok(())
    }

    fn fill(&mut self, byte: u8, count: u64) -> Result<(), StrftimeError> {
        self.reserve(count)?;
        self.out.resize(self.out.len() + count as usize, byte);
        Ok(())
    }

    /// Checks that `count` more bytes and a NUL fit.
    fn reserve(&self, count: u64) -> Result<(), StrftimeError> {
        let length = self.out.len() as u64;
        if count >= self.max_size.saturating_sub(length) {
            return Err(StrftimeError::DoesNotFit);
        }
        if length + count > self.limit as u64 {
            return Err(StrftimeError::LimitExceeded);
        }
        Ok(())
    }
}

/// Flags, width and modifier of the directive at `at`, and the index of its conversion.
fn parse(format: &[u8], mut at: usize) -> (Directive, usize) {
    let mut directive = Directive::PLAIN;
    loop {
        at += 1;
        match format.get(at) {
            Some(b'_') => directive.pad = Pad::Space,
            Some(b'-') => directive.pad = Pad::Nothing,
            Some(b'0') => directive.pad = Pad::Zero,
            Some(b'^') => directive.uppercase = true,
            Some(b'#') => directive.change_case = true,
            _ => break,
        }
    }
    while let Some(digit) = format.get(at).filter(|byte| byte.is_ascii_digit()) {
        let width = directive.width.max(0);
        directive.width = width.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
        at += 1;
    }
    if let Some(&modifier @ (b'E' | b'O')) = format.get(at) {
        directive.modifier = modifier;
        at += 1;
    }
    (directive, at)
}

/// The name `%a %A %b %B` print.
fn name(tm: &Tm, conversion: u8) -> &'static str {
    let (names, index): (&[&'static str], i32) =
        if matches!(conversion, b'a' | b'A') { (&DAYS, tm.wday) } else { (&MONTHS, tm.mon) };
    match usize::try_from(index).ok().and_then(|index| names.get(index)) {
        None => "?",
        Some(name) if conversion.is_ascii_uppercase() => name,
        Some(name) => &name[..3],
    }
}

/// Least digits, value, and whether spaces pad, of the numeric conversions. Arithmetic wraps as C's `int` does.
fn numeric(tm: &Tm, conversion: u8) -> (i32, i32, bool) {
    let year = tm.year.wrapping_add(1900);
    let hour12 = match tm.hour {
        0 => 12,
        13.. => tm.hour - 12,
        hour => hour,
    };
    let week = |weekday: i32| tm.yday.wrapping_sub(weekday).wrapping_add(7) / 7;
    let from_monday = tm.wday.wrapping_sub(1).wrapping_add(7) % 7;
    let zero = |digits, value| (digits, value, false);
    match conversion {
        b'C' => zero(1, year / 100 - i32::from(year % 100 < 0)),
        b'd' => zero(2, tm.mday),
        b'e' => (2, tm.mday, true),
        b'H' => zero(2, tm.hour),
        b'I' => zero(2, hour12),
        b'k' => (2, tm.hour, true),
        b'l' => (2, hour12, true),
        b'j' => zero(3, tm.yday.wrapping_add(1)),
        b'M' => zero(2, tm.min),
        b'm' => zero(2, tm.mon.wrapping_add(1)),
        b'S' => zero(2, tm.sec),
        b'u' => zero(1, from_monday + 1),
        b'U' => zero(2, week(tm.wday)),
        b'W' => zero(2, week(from_monday)),
        b'w' => zero(1, tm.wday),
        b'V' => zero(2, iso_week(tm).1 / 7 + 1),
        b'g' => zero(2, (iso_week(tm).0 % 100 + 100) % 100),
        b'G' => zero(1, iso_week(tm).0),
        b'y' => zero(2, (tm.year % 100 + 100) % 100),
        _ => zero(1, year),
    }
}

/// The ISO 8601 year, and the days since its first Monday.
fn iso_week(tm: &Tm) -> (i32, i32) {
    let year = tm.year.wrapping_add(1900);
    let year_days = |year: i32| 365 + i32::from(is_leap(i64::from(year)));
    let since_week_1 = |yday: i32| {
        // 378 is a multiple of 7 that keeps the remainder of valid dates positive.
        yday.wrapping_sub(yday.wrapping_sub(tm.wday).wrapping_add(4 + 378) % 7).wrapping_add(3)
    };
    let days = since_week_1(tm.yday);
    if days < 0 {
        let previous = year.wrapping_sub(1);
        return (previous, since_week_1(tm.yday.wrapping_add(year_days(previous))));
    }
    let next = since_week_1(tm.yday.wrapping_sub(year_days(year)));
    if next >= 0 { (year.wrapping_add(1), next) } else { (year, days) }
}

//! `strptime`: a time from text, in the C locale, as glibc reads it.

use super::{fields, offset_at, read_tm, tm_size};
use crate::machine::Vm;
use crate::memory::AccessKind;
use crate::models::{Args, Model};
use crate::stop::Stop;
use crate::value::Reply;
use crescendo_cformat::calendar::{self, Tm};
use crescendo_cformat::ctype::is_space;

pub const MODELS: &[Model] = &[Model { name: "strptime", call: strptime }];

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
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

fn strptime(vm: &mut Vm, a: Args) -> Result<Reply, Stop> {
    let text = vm.c_string(a.word(0))?;
    let format = vm.c_string(a.word(1))?;
    let before = raw_fields(vm, a.word(2))?;
    let mut parser = Parser { text: &text, at: 0, tm: before, seen: Seen::default() };
    let matched = parser.run(&format).is_some();
    if matched {
        parser.complete();
    }
    let (end, mut after, offset) = (parser.at, parser.tm, parser.seen.offset);
    let mut old = before;
    for (i, (new, old)) in fields(&mut after).into_iter().zip(fields(&mut old)).enumerate() {
        if new != old {
            vm.write_int(a.word(2).wrapping_add(4 * i as u64), 32, *new as u32 as u64)?;
        }
    }
    if let Some(offset) = offset {
        vm.write_int(a.word(2).wrapping_add(offset_at(vm)), vm.program.target.long_bits, offset as u64)?;
    }
    Ok((if matched { a.word(0).wrapping_add(end as u64) } else { 0 }).into())
}

/// The fields as they are: what the text does not mention stays, even if nobody ever set it.
fn raw_fields(vm: &mut Vm, at: u64) -> Result<Tm, Stop> {
    let size = tm_size(vm);
    vm.memory.check(at, size, AccessKind::Write).map_err(|e| vm.memory_stop(e))?;
    let noted = vm.memory.has_uninitialised();
    let tm = read_tm(vm, at, &[0, 1, 2, 3, 4, 5, 6, 7, 8])?;
    if !noted {
        vm.memory.take_uninitialised();
    }
    Ok(tm)
}

/// What the text has given so far.
#[derive(Clone, Copy, Default)]
struct Seen {
    twelve_hours: bool,
    afternoon: bool,
    century: Option<i32>,
    /// The year is only known within its century.
    want_century: bool,
    /// Day of week and of year are to be computed.
    want_days: bool,
    weekday: bool,
    yearday: bool,
    month: bool,
    monthday: bool,
    /// A week number, and the day weeks start with.
    week: Option<(i32, i32)>,
    offset: Option<i64>,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    tm: Tm,
    seen: Seen,
}

impl Parser<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn skip_space(&mut self) {
        while is_space(self.peek()) {
            self.at += 1;
        }
    }

    fn expect(&mut self, c: u8) -> Option<()> {
        if self.peek() != c {
            return None;
        }
        self.at += 1;
        Some(())
    }

    /// A number of at most `digits` digits within limits.
    fn number(&mut self, from: i32, to: i32, digits: u32) -> Option<i32> {
        while self.peek() == b' ' {
            self.at += 1;
        }
        let (mut value, mut left) = (0, digits);
        if !self.peek().is_ascii_digit() {
            return None;
        }
        loop {
            value = value * 10 + (self.peek() - b'0') as i32;
            self.at += 1;
            left -= 1;
            if left == 0 || value * 10 > to || !self.peek().is_ascii_digit() {
                break;
            }
        }
        (from..=to).contains(&value).then_some(value)
    }

    /// One of a list of names, in full or by its first three letters, in any case.
    fn name(&mut self, names: &[&str]) -> Option<i32> {
        let rest = &self.text[self.at..];
        let starts = |n: &str| rest.len() >= n.len() && rest[..n.len()].eq_ignore_ascii_case(n.as_bytes());
        let found = names.iter().position(|n| starts(&n[..3]))?;
        self.at += if starts(names[found]) { names[found].len() } else { 3 };
        Some(found as i32)
    }

    fn run(&mut self, format: &[u8]) -> Option<()> {
        let mut f = 0;
        while let Some(&c) = format.get(f) {
            f += 1;
            if is_space(c) {
                self.skip_space();
            } else if c != b'%' || f == format.len() {
                self.expect(c)?;
            } else {
                while format.get(f).is_some_and(|c| b"-_0^#".contains(c)) {
                    f += 1;
                }
                // The C locale has no other eras and digits.
                if format.get(f).is_some_and(|c| b"EO".contains(c)) {
                    f += 1;
                }
                self.conversion(*format.get(f)?)?;
                f += 1;
            }
        }
        Some(())
    }

    fn conversion(&mut self, c: u8) -> Option<()> {
        match c {
            b'%' => self.expect(b'%')?,
            b'a' | b'A' => {
                self.tm.wday = self.name(&DAYS)?;
                self.seen.weekday = true;
            }
            b'b' | b'B' | b'h' => {
                self.tm.mon = self.name(&MONTHS)?;
                (self.seen.month, self.seen.want_days) = (true, true);
            }
            b'c' => {
                self.run(b"%a %b %e %H:%M:%S %Y")?;
                self.seen.want_days = true;
            }
            b'C' => {
                self.seen.century = Some(self.number(0, 99, 2)?);
                self.seen.want_days = true;
            }
            b'd' | b'e' => {
                self.tm.mday = self.number(1, 31, 2)?;
                (self.seen.monthday, self.seen.want_days) = (true, true);
            }
            b'D' | b'x' => {
                self.run(b"%m/%d/%y")?;
                self.seen.want_days = true;
            }
            b'F' => {
                self.run(b"%Y-%m-%d")?;
                self.seen.want_days = true;
            }
            b'k' | b'H' => {
                self.tm.hour = self.number(0, 23, 2)?;
                self.seen.twelve_hours = false;
            }
            b'l' | b'I' => {
                self.tm.hour = self.number(1, 12, 2)? % 12;
                self.seen.twelve_hours = true;
            }
            b'j' => {
                self.tm.yday = self.number(1, 366, 3)? - 1;
                self.seen.yearday = true;
            }
            b'm' => {
                self.tm.mon = self.number(1, 12, 2)? - 1;
                (self.seen.month, self.seen.want_days) = (true, true);
            }
            b'M' => self.tm.min = self.number(0, 59, 2)?,
            b'n' | b't' => self.skip_space(),
            b'p' | b'P' => self.half_of_day()?,
            b'r' => self.run(b"%I:%M:%S %p")?,
            b'R' => self.run(b"%H:%M")?,
            b'T' | b'X' => self.run(b"%H:%M:%S")?,
            b's' => self.seconds()?,
            b'S' => self.tm.sec = self.number(0, 61, 2)?,
            b'u' => {
                self.tm.wday = self.number(1, 7, 1)? % 7;
                self.seen.weekday = true;
            }
            b'w' => {
                self.tm.wday = self.number(0, 6, 1)?;
                self.seen.weekday = true;
            }
            b'g' => drop(self.number(0, 99, 2)?),
            b'G' => self.digits()?,
            b'U' => self.seen.week = Some((self.number(0, 53, 2)?, 0)),
            b'W' => self.seen.week = Some((self.number(0, 53, 2)?, 1)),
            b'V' => drop(self.number(0, 53, 2)?),
            b'y' => {
                let year = self.number(0, 99, 2)?;
                self.tm.year = if year >= 69 { year } else { year + 100 };
                (self.seen.want_century, self.seen.want_days) = (true, true);
            }
            b'Y' => {
                self.tm.year = self.number(0, 9999, 4)? - 1900;
                (self.seen.want_century, self.seen.want_days) = (false, true);
            }
            b'z' => self.zone_offset()?,
            b'Z' => {
                self.skip_space();
                while !is_space(self.peek()) && self.peek() != 0 {
                    self.at += 1;
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn half_of_day(&mut self) -> Option<()> {
        let word = self.text.get(self.at..self.at + 2)?;
        self.seen.afternoon = match () {
            _ if word.eq_ignore_ascii_case(b"AM") => false,
            _ if word.eq_ignore_ascii_case(b"PM") => true,
            _ => return None,
        };
        self.at += 2;
        Some(())
    }

    fn digits(&mut self) -> Option<()> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        (self.at > start).then_some(())
    }

    /// Seconds since 1970.
    fn seconds(&mut self) -> Option<()> {
        let start = self.at;
        self.digits()?;
        let seconds = std::str::from_utf8(&self.text[start..self.at]).ok()?.parse().ok()?;
        self.tm = calendar::gmtime(seconds)?;
        Some(())
    }

    /// `Z`, `+hh`, `+hhmm` or `+hh:mm`.
    fn zone_offset(&mut self) -> Option<()> {
        self.skip_space();
        if self.peek() == b'Z' {
            self.at += 1;
            self.seen.offset = Some(0);
            return Some(());
        }
        let sign = match self.peek() {
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        self.at += 1;
        let (mut value, mut n) = (0, 0);
        while n < 4 && self.peek().is_ascii_digit() {
            value = value * 10 + (self.peek() - b'0') as i64;
            self.at += 1;
            n += 1;
            if n == 2 && self.peek() == b':' && self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
                self.at += 1;
            }
        }
        let value = match n {
            2 => value * 100,
            4 if value % 100 < 60 => value,
            _ => return None,
        };
        self.seen.offset = Some(sign * (value / 100 * 3600 + value % 100 * 60));
        Some(())
    }

    /// Fills in what follows from what the text has given.
    fn complete(&mut self) {
        let seen = self.seen;
        if seen.twelve_hours && seen.afternoon {
            self.tm.hour += 12;
        }
        if let Some(century) = seen.century {
            let within = if seen.want_century { self.tm.year % 100 } else { 0 };
            self.tm.year = within + (century - 19) * 100;
        }
        if seen.want_days && !seen.weekday {
            if !(seen.month && seen.monthday) && seen.yearday {
                self.month_and_day();
                (self.seen.month, self.seen.monthday) = (true, true);
            }
            if self.known_month() {
                self.tm.wday = self.date().0;
            }
        }
        if seen.want_days && !seen.yearday && self.known_month() {
            self.tm.yday = self.date().1;
        }
        if let (Some((week, first)), true) = (seen.week, seen.weekday) {
            let year = Tm { mday: 1, year: self.tm.year, ..Tm::default() };
            let start = calendar::timegm(&year).map_or(0, |t| t.1.wday);
            if !seen.yearday {
                self.tm.yday = (7 - (start - first)) % 7 + (week - 1) * 7 + (self.tm.wday - first + 7) % 7;
            }
            if !seen.monthday || !seen.month {
                self.month_and_day();
            }
        }
    }

    fn known_month(&self) -> bool {
        self.seen.month || (0..12).contains(&self.tm.mon)
    }

    /// Days of week and of year for the date.
    fn date(&self) -> (i32, i32) {
        let date = Tm { mday: self.tm.mday, mon: self.tm.mon, year: self.tm.year, ..Tm::default() };
        let first = Tm { mday: 1, year: self.tm.year, ..Tm::default() };
        match (calendar::timegm(&date), calendar::timegm(&first)) {
            (Some((t, date)), Some((start, _))) => (date.wday, ((t - start) / 86_400) as i32),
            _ => (self.tm.wday, self.tm.yday),
        }
    }

    /// Month and day of month from the day of the year, where the text gave none.
    fn month_and_day(&mut self) {
        let date = Tm { mday: 1 + self.tm.yday, year: self.tm.year, ..Tm::default() };
        if let Some((_, date)) = calendar::timegm(&date) {
            if !self.seen.month {
                self.tm.mon = date.mon;
            }
            if !self.seen.monthday {
                self.tm.mday = date.mday;
            }
        }
    }
}

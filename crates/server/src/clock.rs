//! Time as the service keeps it: milliseconds since 1970, UTC.

use std::time::{SystemTime, UNIX_EPOCH};

pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * MINUTE;
pub const DAY: i64 = 24 * HOUR;

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64)
}

/// `2026-11-18 14:03 UTC`
pub fn shown(at: i64) -> String {
    let (days, rest) = (at.div_euclid(DAY), at.rem_euclid(DAY));
    let (year, month, day) = date(days);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", rest / HOUR, rest % HOUR / MINUTE)
}

/// `2026-11-18T14:03:00Z`, for machines.
pub fn iso(at: i64) -> String {
    let (days, rest) = (at.div_euclid(DAY), at.rem_euclid(DAY));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / HOUR, rest % HOUR / MINUTE, rest % MINUTE / 1000);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Of the Gregorian calendar, by days since 1970: eras of 400 years, years that begin in March.
fn date(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let (era, doe) = (z.div_euclid(146_097), z.rem_euclid(146_097));
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    (yoe + era * 400 + (month <= 2) as i64, month, day)
}

/// How long something took: `3.2 s`, `4 min`, `2.5 h`.
pub fn took(milliseconds: i64) -> String {
    match milliseconds {
        ms if ms < 100_000 => format!("{:.1} s", ms as f64 / 1000.0),
        ms if ms < 100 * MINUTE => format!("{} min", ms / MINUTE),
        ms => format!("{:.1} h", ms as f64 / HOUR as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_795_000_000, "2026-11-18T11:06:40Z"),
        ] {
            assert_eq!(iso(seconds * 1000), text);
        }
        assert_eq!(shown(1_795_000_000_000), "2026-11-18 11:06 UTC");
    }
}

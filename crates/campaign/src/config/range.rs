//! Ranges of integers: `"0..16"`, `"-5..5"`, `"0x10..0xff"`, `"7"`. Both ends belong to them.

/// The ends, or what is wrong.
pub fn parse(text: &str) -> Result<(i128, i128), String> {
    let wrong = |t: &str| format!("`{t}` is no integer; a range is written \"0..16\", both ends included");
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (low, high.strip_prefix('=').unwrap_or(high)),
        None => (text, text),
    };
    let low = number(low.trim()).ok_or_else(|| wrong(low.trim()))?;
    let high = number(high.trim()).ok_or_else(|| wrong(high.trim()))?;
    if low > high {
        return Err(format!("no number is in {low}..{high}: the first end must not be the larger one"));
    }
    Ok((low, high))
}

fn number(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let value = value.ok().filter(|v| *v >= 0 && !digits.starts_with('+'))?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(parse("0..16"), Ok((0, 16)));
        assert_eq!(parse("-5..=5"), Ok((-5, 5)));
        assert_eq!(parse("0x10 .. 0xff"), Ok((16, 255)));
        assert_eq!(parse("7"), Ok((7, 7)));
        assert!(parse("9..3").is_err() && parse("a..b").is_err() && parse("1..").is_err() && parse("--1").is_err());
    }
}

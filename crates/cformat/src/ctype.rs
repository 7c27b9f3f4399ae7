//! Character classes of the C locale.
//!
//! Bytes from 0x80 belong to no class, and are no character either: glibc's multibyte functions reject them.

/// `isspace`.
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// The value of a digit in bases up to 36, letters in either case.
pub fn digit_value(byte: u8) -> Option<u32> {
    match byte {
        b'0'..=b'9' => Some(u32::from(byte - b'0')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 10),
        b'A'..=b'Z' => Some(u32::from(byte - b'A') + 10),
        _ => None,
    }
}

/// `mbrtowc` of a single byte: the wide character, or nothing where glibc says `EILSEQ`.
pub fn byte_to_wide(byte: u8) -> Option<u32> {
    byte.is_ascii().then_some(u32::from(byte))
}

/// `wcrtomb`: the byte, or nothing where glibc says `EILSEQ`.
pub fn wide_to_byte(wide: u32) -> Option<u8> {
    u8::try_from(wide).ok().filter(u8::is_ascii)
}

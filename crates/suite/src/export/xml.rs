//! As much XML as the formats need.

/// Text or an attribute's value. Characters that XML does not have become question marks.
pub fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            c if (c as u32) < 32 || c == '\u{7f}' || matches!(c as u32, 0xfffe | 0xffff) => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

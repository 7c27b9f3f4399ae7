//! Where a function ends in its source.

/// The last line of the function that starts at `first` (from 1): where its braces close. Text without braces ends where it
/// starts.
pub fn last_line(text: &str, first: u32) -> u32 {
    let mut line = 1;
    let mut depth = 0u32;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let counts = line >= first;
        match c {
            '\n' => line += 1,
            '/' if chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    chars.next();
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                chars.next();
                let mut before = ' ';
                for c in chars.by_ref() {
                    if c == '\n' {
                        line += 1;
                    }
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            '"' | '\'' => {
                while let Some(d) = chars.next() {
                    match d {
                        '\\' => drop(chars.next()),
                        // An apostrophe in a comment of assembler, or an error: it ends with its line.
                        '\n' => {
                            line += 1;
                            break;
                        }
                        d if d == c => break,
                        _ => {}
                    }
                }
            }
            '{' if counts => depth += 1,
            '}' if counts && depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return line;
                }
            }
            ';' if counts && depth == 0 && line > first + 40 => return first,
            _ => {}
        }
    }
    first.min(line)
}

#[cfg(test)]
mod tests {
    use super::last_line;

    #[test]
    fn braces_in_text_do_not_count() {
        let text = "int x;\nint f(void) /* { */\n{\n  char c = '}'; // }\n  if (c) { puts(\"}\\\"}\"); }\n  return 0;\n}\nint y;\n";
        assert_eq!(last_line(text, 2), 7);
    }

    #[test]
    fn old_style_heads() {
        assert_eq!(last_line("int f(a)\n int a;\n{\n return a; }\n", 1), 4);
    }
}

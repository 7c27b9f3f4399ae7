//! Where a function ends in its source.

use crate::model::File;

/// The last line of the function that starts at `first` (from 1): where its braces close. Text without braces ends where it
/// starts.
pub fn last_line(file: &File, first: u32) -> u32 {
    let mut line = first;
    let mut depth = 0u32;
    let mut chars = file.from_line(first).chars().peekable();
    while let Some(c) = chars.next() {
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
            '{' => depth += 1,
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return line;
                }
            }
            ';' if depth == 0 && line > first + 40 => return first,
            _ => {}
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::last_line;
    use crate::model::File;

    fn file(text: &str) -> File {
        File::new("a.c".into(), text.into())
    }

    #[test]
    fn braces_in_text_do_not_count() {
        let text = "int x;\nint f(void) /* { */\n{\n  char c = '}'; // }\n  if (c) { puts(\"}\\\"}\"); }\n  return 0;\n}\nint y;\n";
        assert_eq!(last_line(&file(text), 2), 7);
    }

    #[test]
    fn old_style_heads() {
        assert_eq!(last_line(&file("int f(a)\n int a;\n{\n return a; }\n"), 1), 4);
    }
}

//! Which test a line of an exported file belongs to.

/// The names of the tests with errors among a compiler's messages on `file`; other places are left out.
pub fn with_errors(file: &str, text: &str, messages: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<(String, String)> = Vec::new();
    for message in messages.lines() {
        let Some((place, what)) = message.split_once(": error: ").or_else(|| message.split_once(": fatal error: "))
        else {
            continue;
        };
        let mut parts = place.rsplitn(3, ':');
        let (Some(_), Some(line), Some(path)) = (parts.next(), parts.next(), parts.next()) else { continue };
        if !path.ends_with(file) {
            continue;
        }
        let Some(line) = line.parse::<usize>().ok().filter(|l| *l <= lines.len()) else { continue };
        let name = lines[..line].iter().rev().find_map(|l| l.strip_prefix("static void ")?.strip_suffix("(void)"));
        if let Some(name) = name.filter(|n| !found.iter().any(|f| f.0 == **n)) {
            found.push((name.to_string(), what.to_string()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_around_a_line() {
        let text = "#include \"x.c\"\nstatic void a(void)\n{\n    x;\n}\n\nstatic void b(void)\n{\n    y;\n}\n";
        let said = "/t/test_x.c:9:5: error: use of undeclared identifier 'y'\n/x.c:4:1: error: no\n";
        let found = with_errors("test_x.c", text, said);
        assert_eq!(found, [("b".to_string(), "use of undeclared identifier 'y'".to_string())]);
    }
}

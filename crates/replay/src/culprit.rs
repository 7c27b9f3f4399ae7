//! What in an exported file a compiler complains about: the test, the stub or whatever else stands at the line of the error.
//!
//! One bad line costs what stands there and the tests that need it, never the whole file. A compiler that has lost its way goes on
//! complaining about what is right: behind something that is no test, and behind an error of syntax, nothing is believed.

use crescendo_suite::model::{Source, Stub, Suite, Test, UnitTests};
use crescendo_suite::words_in;
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Culprit {
    Test(String),
    /// By its identifier in C.
    Stub(String),
    /// By its function.
    Accessor(String),
    /// By its declaration.
    Variable(String),
    /// Calls of a library function that are led elsewhere.
    Redirection(String),
    /// A function of the source, which does not compile with another name.
    Replaced(String),
}

/// A compiler's message: where, and its words.
struct Message<'a> {
    path: &'a str,
    line: usize,
    words: &'a str,
}

/// What is at fault in a file that belongs to a source, with the compiler's words; nothing if that cannot be told.
pub fn find(suite: &Suite, source: usize, file: &str, text: &str, said: &str) -> Vec<(Culprit, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = starts(suite, source);
    let mut found: Vec<(Culprit, String)> = Vec::new();
    for message in said.lines().filter_map(error) {
        let culprits = match message.path.ends_with(file) {
            true => at_line(&lines, message.line, &starts).into_iter().collect(),
            false => in_source(&suite.sources[source], &message),
        };
        for culprit in culprits {
            let is_test = matches!(culprit, Culprit::Test(_));
            if found.iter().any(|f| f.0 == culprit) {
                continue;
            }
            if is_test || found.is_empty() {
                found.push((culprit, message.words.to_string()));
            }
            if !is_test {
                break;
            }
        }
        let is_lost = is_syntax(message.words) || found.first().is_some_and(|f| !matches!(f.0, Culprit::Test(_)));
        if is_lost && !found.is_empty() {
            break;
        }
    }
    found
}

/// `path:line:column: error: words`.
fn error(line: &str) -> Option<Message<'_>> {
    let (place, words) = line.split_once(": error: ").or_else(|| line.split_once(": fatal error: "))?;
    let mut parts = place.rsplitn(3, ':');
    let (_, line, path) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Message { path, line: line.parse().ok()?, words })
}

/// Whether what follows may be complaints about nothing.
fn is_syntax(words: &str) -> bool {
    words.starts_with("expected") || words.contains("extraneous") || words.starts_with("unterminated")
}

/// The lines that things begin with.
fn starts(suite: &Suite, source: usize) -> HashMap<String, Culprit> {
    let Source { stubs, accessors, variables, .. } = &suite.sources[source];
    let mut all = HashMap::new();
    for s in stubs {
        let culprit = Culprit::Stub(s.identifier.clone());
        for scope in ["", "static ", "CRESCENDO_WEAK "] {
            all.insert(format!("{scope}{}", s.declaration), culprit.clone());
        }
        all.insert(format!("{} __asm__(\"{}\");", s.declaration, s.name), culprit.clone());
        if let Some(by) = &s.written {
            all.insert(format!("extern {by};"), culprit);
        }
    }
    for a in accessors {
        all.insert(format!("void *{}(void);", a.function), Culprit::Accessor(a.function.clone()));
    }
    for v in variables {
        all.insert(format!("CRESCENDO_WEAK {v};"), Culprit::Variable(v.clone()));
    }
    for t in suite.units.iter().filter(|u| u.source == source).flat_map(|u| &u.tests) {
        all.insert(format!("static void {}(void)", t.name), Culprit::Test(t.name.clone()));
        all.insert(format!("    {{\"{0}\", {0}}},", t.name), Culprit::Test(t.name.clone()));
    }
    all
}

/// What a line of an exported file belongs to.
fn at_line(lines: &[&str], line: usize, starts: &HashMap<String, Culprit>) -> Option<Culprit> {
    let text = lines.get(line.checked_sub(1)?)?;
    if let Some(name) = text.strip_prefix("CRESCENDO_REDIRECT(") {
        return Some(Culprit::Redirection(name.split(',').next()?.to_string()));
    }
    lines[..line].iter().rev().find_map(|l| starts.get(*l)).cloned()
}

/// Functions that cannot be replaced, for an error in the source itself: the one of that line or those that the message names, or any.
fn in_source(source: &Source, message: &Message) -> Vec<Culprit> {
    let defined: Vec<&Stub> = source.stubs.iter().filter(|s| s.defined.is_some()).collect();
    let there = |s: &&&Stub| s.defined.as_ref().is_some_and(|d| d.line as usize == message.line);
    let named = |s: &&&Stub| words_in(message.words).any(|w| w.trim_start_matches("crescendo_original_") == s.name);
    let culprit = |s: &&Stub| Culprit::Replaced(s.name.clone());
    let exact = defined.iter().find(there).or_else(|| defined.iter().find(named));
    exact.or(defined.first()).map(culprit).into_iter().collect()
}

/// Takes a culprit out of a suite, and all tests that need it; gives their names. Nothing if it is no longer there.
pub fn leave_out(suite: &mut Suite, source: usize, culprit: &Culprit) -> Vec<String> {
    let from = &mut suite.sources[source];
    let needs: Box<dyn Fn(&Test) -> bool> = match culprit {
        Culprit::Test(name) => Box::new(move |t| t.name == *name),
        Culprit::Stub(identifier) => {
            let Some(at) = from.stubs.iter().position(|s| s.identifier == *identifier) else { return Vec::new() };
            let stub = from.stubs.remove(at);
            if !stub.anonymous && stub.defined.is_none() {
                from.missing.push(stub.name.clone());
            }
            Box::new(move |t| calls(t, &stub))
        }
        Culprit::Accessor(function) => {
            from.accessors.retain(|a| a.function != *function);
            Box::new(move |t| mentions(t, function))
        }
        Culprit::Variable(declaration) => {
            from.variables.retain(|v| v != declaration);
            Box::new(|_| false)
        }
        Culprit::Redirection(name) => {
            from.library.retain(|n| n != name);
            from.missing.retain(|n| n != name);
            from.stubs.retain(|s| !(s.redirected && s.name == *name));
            Box::new(move |t| mentions(t, name))
        }
        Culprit::Replaced(name) => {
            from.stubs.retain(|s| !(s.defined.is_some() && s.name == *name));
            Box::new(move |t| t.replaced.contains(name))
        }
    };
    let mut gone = Vec::new();
    let linked: Vec<bool> =
        (0..suite.sources.len()).map(|s| s == source || suite.sources[s].needs.contains(&source)).collect();
    for unit in suite.units.iter_mut().filter(|u: &&mut UnitTests| linked[u.source]) {
        gone.extend(unit.tests.iter().filter(|t| needs(t)).map(|t| t.name.clone()));
        unit.tests.retain(|t| !needs(t));
    }
    gone
}

fn calls(test: &Test, stub: &Stub) -> bool {
    let is_call = |c: &String| c.strip_prefix(&stub.name).is_some_and(|rest| rest.starts_with('('));
    test.calls.iter().any(is_call)
        || test.stub_results.iter().any(|r| r.function == stub.name)
        || test.replaced.contains(&stub.name)
        || stub.anonymous && mentions(test, &stub.identifier)
}

/// Whether a name stands anywhere in a test.
fn mentions(test: &Test, name: &str) -> bool {
    serde_json::to_string(test).is_ok_and(|text| words_in(&text).any(|w| w == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_belongs_to() {
        let text = "#include \"x.c\"\nint near(int far)\n{\n    x;\n}\nstatic void a(void)\n{\n    x;\n}\n\nstatic void b(void)\n{\n    y;\n}\n";
        let lines: Vec<&str> = text.lines().collect();
        let starts = HashMap::from([
            ("int near(int far)".to_string(), Culprit::Stub("near".into())),
            ("static void a(void)".to_string(), Culprit::Test("a".into())),
            ("static void b(void)".to_string(), Culprit::Test("b".into())),
        ]);
        assert_eq!(at_line(&lines, 2, &starts), Some(Culprit::Stub("near".into())));
        assert_eq!(at_line(&lines, 13, &starts), Some(Culprit::Test("b".into())));
        assert_eq!(at_line(&lines, 1, &starts), None);
        assert_eq!(at_line(&lines, 99, &starts), None);
    }

    #[test]
    fn messages() {
        let m = error("/t/test_x.c:9:5: error: use of undeclared identifier 'y'").unwrap();
        assert_eq!((m.path, m.line, m.words), ("/t/test_x.c", 9, "use of undeclared identifier 'y'"));
        assert!(error("note: expanded from here").is_none());
    }
}

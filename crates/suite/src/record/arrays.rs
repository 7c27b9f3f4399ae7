//! `p->m` where `p` is one object, `p[0].m` where it is the first of several: what is used as an array reads as one.

use crate::model::{Argument, Input, Outcome, Test, Value};
use crate::text::is_identifier;
use crate::words::Texts;
use crescendo_program::{FunctionId, Program};
use std::collections::BTreeSet;
use std::ops::Range;

pub fn by_index(test: &mut Test, program: &Program, function: FunctionId, texts: &Texts) {
    let mut arrays = several(&test.inputs);
    let (file, lines) = text_of(program, function);
    let mut seen = BTreeSet::new();
    each_expression(test, &mut |e| seen.extend(leads(e).into_iter().map(String::from)));
    arrays.extend(seen.into_iter().filter(|lead| match lead.rsplit_once(['>', '.']) {
        Some((_, member)) => texts.indexes_anywhere(file, member),
        None => texts.indexes(file, lead, lines.clone()),
    }));
    let mut arrays: Vec<String> = arrays.into_iter().collect();
    // The shorter ones lead to the others.
    arrays.sort_by_key(String::len);
    for i in 0..arrays.len() {
        let array = arrays[i].clone();
        let mut rename = |text: &mut String| *text = indexed(text, &array);
        arrays[i + 1..].iter_mut().for_each(&mut rename);
        each_expression(test, &mut rename);
    }
}

/// The file of a function, and its lines there.
fn text_of(program: &Program, function: FunctionId) -> (&str, Range<u32>) {
    let at = program.sources.get(program.function(function).position);
    let places = program.functions.iter().map(|f| program.sources.get(f.position));
    let next = places.filter(|p| p.file == at.file && p.line > at.line).map(|p| p.line).min();
    (program.sources.path(at.file), at.line..next.unwrap_or(u32::MAX))
}

/// What stands before the arrows of an expression: `r` and `r->slots` of `r->slots->name`.
fn leads(expression: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.->[]".contains(c);
    let lead = |(at, _): (usize, &str)| {
        let path = expression[..at].rsplit(|c| !is_part(c)).next()?;
        let last = path.rsplit(['>', '.']).next().is_some_and(is_identifier);
        Some(path).filter(|p| last && !p.starts_with(['-', '>', '.', '[']))
    };
    expression.match_indices("->").filter_map(lead).collect()
}

/// Pointers to several elements.
fn several(inputs: &[Input]) -> BTreeSet<String> {
    let several = |i: &&Input| matches!(i.value, Value::Object { count: Some(2..), .. });
    inputs.iter().filter(several).map(|i| i.path.clone()).collect()
}

/// A text with `array->` as `array[0].`
fn indexed(text: &str, array: &str) -> String {
    let arrow = format!("{array}->");
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&arrow) {
        let before = out.chars().chain(rest[..at].chars()).next_back();
        let is_whole = !before.is_some_and(|c| c.is_alphanumeric() || "_.>".contains(c));
        out.push_str(&rest[..at + array.len()]);
        out.push_str(if is_whole { "[0]." } else { "->" });
        rest = &rest[at + arrow.len()..];
    }
    out.push_str(rest);
    out
}

fn each_expression(test: &mut Test, f: &mut dyn FnMut(&mut String)) {
    for i in &mut test.inputs {
        f(&mut i.path);
        i.lvalue.iter_mut().for_each(&mut *f);
        in_value(&mut i.value, f);
    }
    let held = |a: &mut Argument, f: &mut dyn FnMut(&mut String)| a.value.iter_mut().for_each(|v| in_value(v, f));
    test.earlier.iter_mut().flat_map(|e| &mut e.arguments).for_each(|a| held(a, f));
    test.arguments.iter_mut().for_each(|a| held(a, f));
    test.stub_results.iter_mut().for_each(|r| held(&mut r.held, f));
    test.stub_writes.iter_mut().for_each(|w| held(&mut w.held, f));
    test.saved.iter_mut().for_each(|s| f(&mut s.expression));
    test.names.iter_mut().for_each(|n| f(&mut n.expression));
    test.calls.iter_mut().for_each(&mut *f);
    if let Outcome::Returned { value, changes, freed } = &mut test.outcome {
        value.iter_mut().for_each(|v| in_value(v, f));
        freed.iter_mut().for_each(&mut *f);
        for c in changes {
            f(&mut c.path);
            c.lvalue.iter_mut().for_each(&mut *f);
            c.before.iter_mut().for_each(|v| in_value(v, f));
            in_value(&mut c.after, f);
        }
    }
}

fn in_value(value: &mut Value, f: &mut dyn FnMut(&mut String)) {
    if let Value::Address { object, .. } = value {
        f(object);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_to_members() {
        assert_eq!(leads("r->slots->name"), ["r", "r->slots"]);
        assert_eq!(leads("((struct hdr *)p->payload)->a[2]"), ["p"]);
        assert_eq!(leads("d.slots[1].user->x"), ["d.slots[1].user"]);
    }

    #[test]
    fn only_whole_paths() {
        assert_eq!(indexed("r->slots->name", "r->slots"), "r->slots[0].name");
        assert_eq!(
            indexed("*(int *)((char *)r->slots->name + 4)", "r->slots"),
            "*(int *)((char *)r->slots[0].name + 4)"
        );
        assert_eq!(indexed("f(p->a, pp->a, q.p->a, p->b)", "p"), "f(p[0].a, pp->a, q.p->a, p[0].b)");
    }
}

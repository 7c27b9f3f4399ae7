//! What came of an exploration, in a few lines and as one page: coverage over time, where inputs come from, crashes with their commands.

use crate::search::Explored;
use std::fmt::Write as _;
use std::path::Path;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6676; --line: #d7dce3; --paper: #fff; --mark: #2563c9; --bad: #b42318; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa5b5; --line: #343c49; --paper: #14181f; --mark: #6aa5ff; --bad: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { padding: .25rem .9rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; padding: .6rem; font-size: .85rem; }
svg { width: 100%; height: auto; } .soft { color: var(--soft); } .bad { color: var(--bad); }
";

/// A few lines of at most 80 columns, but for paths and commands.
pub fn summary(found: &Explored, output: &Path) -> String {
    let mut s = String::new();
    let mut row = |name: &str, (a, b): (usize, usize), what: &str| {
        let part = if b == 0 { 100.0 } else { a as f64 * 100.0 / b as f64 };
        let _ = writeln!(s, "{name:<12} {a:>6} of {b:<6} {part:>5.1}%  {what}");
    };
    row("branches", found.branches, "reached natively by the inputs");
    row("statements", found.statements, "");
    if let Some(m) = &found.measured
        && let Some(last) = m.points.last()
    {
        let of = (last.branches as usize, m.branches as usize);
        row("llvm-cov", of, "branches of the program as it is built");
    }
    let p = &found.progress;
    let origins: Vec<String> = found.by_origin.iter().map(|(name, n)| format!("{n} {name}")).collect();
    let _ = writeln!(s, "inputs       {:>6}  ({})", p.inputs, origins.join(", "));
    let (native, machine, seconds, stop) = (p.native, p.machine, p.seconds, found.stop);
    let _ = writeln!(s, "runs         {native:>6} native, {machine} symbolic, {seconds:.0} s, ended by: {stop}");
    let _ = writeln!(s, "crashes      {:>6}", found.crashes.len());
    for crash in &found.crashes {
        let _ = writeln!(s, "  {}\n    {}", crash.key, crash.folder.display());
    }
    for note in found.notes.iter().take(5) {
        let _ = writeln!(s, "note: {note:.200}");
    }
    let _ = writeln!(s, "{}\n{}", output.join("corpus").display(), output.join("index.html").display());
    s
}

pub fn page(name: &str, found: &Explored) -> String {
    let mut h = String::new();
    let title = format!("Inputs of {}", escaped(name.trim_start_matches("./")));
    let _ = write!(
        h,
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
    );
    let p = &found.progress;
    let of = |(a, b): (usize, usize)| {
        let part = if b == 0 { 100.0 } else { a as f64 * 100.0 / b as f64 };
        format!("<td class=n>{a}<td class=n>{b}<td class=n>{part:.1}%")
    };
    h.push_str("<table><tr><th>Reached by inputs<th>reached<th>of<th>");
    let _ = write!(h, "<tr><td>branches, natively counted{}", of(found.branches));
    let _ = write!(h, "<tr><td>statements, natively counted{}", of(found.statements));
    if let Some(m) = &found.measured
        && let Some(last) = m.points.last()
    {
        let _ = write!(h, "<tr><td>branches by llvm-cov{}", of((last.branches as usize, m.branches as usize)));
        let _ = write!(h, "<tr><td>lines by llvm-cov{}", of((last.lines as usize, m.lines as usize)));
    }
    h.push_str("</table>");
    let _ = write!(
        h,
        "<p class=soft>{} native runs, {} symbolic ones, {:.0} s; ended by: {}.</p>",
        p.native,
        p.machine,
        p.seconds,
        escaped(found.stop)
    );
    h.push_str("<h2>Branches over time</h2>");
    h.push_str(&plot(found));
    h.push_str("<h2>Who found the inputs</h2><table>");
    for (origin, n) in &found.by_origin {
        let _ = write!(h, "<tr><td>{origin}<td class=n>{n}");
    }
    h.push_str("</table><h2>Crashes</h2>");
    if found.crashes.is_empty() {
        h.push_str("<p>None: no input made the program fail under sanitizers.</p>");
    }
    for c in &found.crashes {
        let said: String = c.said.lines().take(14).map(|l| format!("{l}\n")).collect();
        let _ = write!(
            h,
            "<h3 class=bad>{}</h3><p class=soft>after {:.1} s, in {}</p><pre>{}</pre><pre>{}</pre>",
            escaped(&c.key),
            c.seconds,
            escaped(&c.folder.display().to_string()),
            escaped(&c.command),
            escaped(said.trim_end())
        );
    }
    if !found.notes.is_empty() {
        h.push_str("<h2>What limits this</h2><ul>");
        for note in &found.notes {
            let _ = write!(h, "<li>{}", escaped(note));
        }
        h.push_str("</ul>");
    }
    h
}

/// Branches by llvm-cov at the time when the inputs were found.
fn plot(found: &Explored) -> String {
    const WIDTH: f64 = 800.0;
    const HEIGHT: f64 = 240.0;
    const LEFT: f64 = 48.0;
    const BOTTOM: f64 = 28.0;
    let Some(m) = found.measured.as_ref().filter(|m| !m.points.is_empty()) else {
        return "<p>Not measured: llvm-cov is not there, or the program does not build for it.</p>".into();
    };
    let longest = found.progress.seconds.max(1.0);
    let most = m.points.iter().map(|p| p.branches).max().unwrap_or(1).max(1) as f64;
    let x = |s: f64| LEFT + s / longest * (WIDTH - LEFT - 8.0);
    let y = |b: f64| 8.0 + (1.0 - b / most) * (HEIGHT - BOTTOM - 8.0);
    let mut path = String::new();
    let mut before = 0.0;
    for p in &m.points {
        let first = path.is_empty();
        let _ = write!(
            path,
            "{}{:.1} {:.1}",
            if first { "M" } else { "L" },
            x(p.seconds),
            y(if first { p.branches as f64 } else { before })
        );
        before = p.branches as f64;
        let _ = write!(path, "L{:.1} {:.1}", x(p.seconds), y(before));
    }
    let _ = write!(path, "L{:.1} {:.1}", x(longest), y(before));
    let mut s = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=img aria-label=\"branches over time\">");
    for i in 0..=4 {
        let b = most * i as f64 / 4.0;
        let _ = write!(
            s,
            "<line x1={LEFT} x2={WIDTH} y1={0:.1} y2={0:.1} stroke=\"var(--line)\"/>\
             <text x=40 y={1:.1} text-anchor=end font-size=12 fill=\"var(--soft)\">{b:.0}</text>",
            y(b),
            y(b) + 4.0
        );
        let t = longest * i as f64 / 4.0;
        let anchor = if i == 4 { "end" } else { "middle" };
        let _ = write!(
            s,
            "<text x={:.1} y={} text-anchor={anchor} font-size=12 fill=\"var(--soft)\">{t:.0} s</text>",
            x(t),
            HEIGHT - 8.0
        );
    }
    let _ = write!(s, "<path d=\"{path}\" fill=none stroke=\"var(--mark)\" stroke-width=2 />");
    for c in &found.crashes {
        let _ = write!(
            s,
            "<circle cx={:.1} cy={:.1} r=4 fill=\"var(--bad)\"><title>{}</title></circle>",
            x(c.seconds.min(longest)),
            y(before),
            escaped(&c.key)
        );
    }
    s.push_str("</svg>");
    s
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

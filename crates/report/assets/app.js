// The report's program: pages by hash, data by scripts. No library, no network.
"use strict";
const CRESCENDO = (() => {
  const CRITERIA = ["Statement", "Branch", "MC/DC", "Boundary"];
  const store = {};
  const waiting = {};
  const $ = (id) => document.getElementById(id);
  let index = null;
  let order = [];
  let view = { sort: 0, up: true, filter: "all", text: "" };
  let here = -1;
  // Pages of other scripts: by the first word of the hash, the data they need and what shows them.
  const pages = {};

  // ---- making elements
  function el(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes || {})) {
      if (v === undefined || v === null || v === false) continue;
      if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
      // Not as an attribute: a strict content security policy forbids those.
      else if (k === "style") e.style.cssText = v;
      else e.setAttribute(k, v === true ? "" : v);
    }
    for (const c of children.flat(9)) if (c !== null && c !== undefined && c !== false) e.append(c);
    return e;
  }
  function svg(tag, attributes, ...children) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
    for (const c of children.flat(9)) e.append(c);
    return e;
  }
  const plural = (n, one, many) => `${n} ${n === 1 ? one : many || one + "s"}`;
  const time = (s) => (s < 1 ? `${Math.round(s * 1000)} ms` : s < 100 ? `${s.toFixed(1)} s` : `${Math.round(s / 60)} min`);
  const percent = (a, b) => (b === 0 ? "–" : `${Math.floor((100 * a) / b)}%`);

  // ---- data
  function put(name, value) {
    store[name] = value;
    (waiting[name] || []).forEach((f) => f(value));
    delete waiting[name];
    if (name === "index") start(value);
  }
  function load(name, then) {
    if (store[name]) return then(store[name]);
    if (waiting[name]) return waiting[name].push(then);
    waiting[name] = [then];
    const s = el("script", { src: `data/${name}.js` });
    s.onerror = () => show("Not found", el("p", {}, `data/${name}.js is missing: was the folder copied as a whole?`));
    document.head.append(s);
  }

  // ---- pieces
  function bar([covered, dead, total]) {
    if (!total) return el("div", { class: "bar none", title: "nothing to cover" });
    const part = (n, c) => (n ? el("i", { class: c, style: `width:${(100 * n) / total}%` }) : null);
    const open = total - covered - dead;
    const title = `${covered} of ${total} covered` + (dead ? `, ${dead} proved impossible` : "") + (open ? `, ${open} open` : "");
    return el("div", { class: "bar", role: "img", "aria-label": title, title }, part(covered, ""), part(dead, "dead"), part(open, "open"));
  }
  const figures = ([c, d, t]) => (t ? `${c}${d ? "+" + d : ""}/${t}` : "–");
  function legend() {
    const item = (c, text) => el("span", { style: `--c:var(--${c})` }, text);
    return el("div", { class: "legend" }, item("covered", "covered"), item("dead", "proved impossible"), item("open", "open, with a reason"), item("fault", "fault"));
  }
  const fill = (e, ...content) => e.replaceChildren(...content.flat(9).filter((c) => c));
  function show(title, ...content) {
    document.title = `${title} – ${index ? index.report.title : "Crescendo"}`;
    fill($("page"), content);
  }
  function crumbs(...parts) {
    $("crumbs").replaceChildren(...parts.flatMap((p, i) => (i ? [" › ", p] : [p])));
  }
  const link = (f) => el("a", { href: `#/f/${f}` }, index.rows[f][0]);

  // ---- overview
  function overview() {
    crumbs();
    const r = index.report;
    const sums = CRITERIA.map((_, k) => index.rows.reduce((s, row) => row[3][k].map((v, i) => v + s[i]), [0, 0, 0]));
    const cards = CRITERIA.map((name, k) =>
      el("div", { class: "card" }, el("div", { class: "name" }, name), el("b", {}, percent(sums[k][0] + sums[k][1], sums[k][2])),
        el("div", { class: "quiet" }, `${figures(sums[k])} covered${sums[k][1] ? " + impossible" : ""}`), bar(sums[k])));
    const tests = index.rows.reduce((s, row) => s + row[4], 0);
    const line = [plural(index.rows.length, "function"), plural(tests, "test"), plural(index.faults.length, "fault"), time(r.seconds)].join(" · ");
    show("Overview",
      el("h1", {}, r.title), el("p", { class: "quiet" }, `${line} · ${r.tool}`),
      r.notes.map((n) => el("p", { class: "quiet" }, n)),
      el("div", { class: "cards" }, cards), legend(),
      alarmLine(), faultList(), causeList(),
      el("h2", {}, "Functions"), filters(), el("table", { id: "rows" }), r.command ? [el("h2", {}, "Made by"), el("pre", {}, r.command)] : null);
    rows();
  }
  /// With verdicts, faults are alarms and have a page of their own.
  function alarmLine() {
    if (!index.alarms) return null;
    const [confirmed, open, wrong] = index.alarms;
    const chip = (c, n, text) => (n ? el("span", { class: `chip ${c}` }, `${n} ${text}`) : null);
    return [el("h2", {}, "Alarms"), el("p", {}, chip("fault", confirmed, "confirmed"), " ", chip("open", open, "open"), " ", chip("dead", wrong, "false"), " ",
      el("a", { href: "#/alarms" }, confirmed + open + wrong ? "the list, with verdicts ›" : "none ›"))];
  }
  function faultList() {
    if (index.alarms || !index.faults.length) return null;
    const all = index.faults.map(([f, kind, message, file, line, test]) =>
      el("tr", {}, el("td", { class: "nowrap" }, el("span", { class: "chip fault" }, kind)), el("td", {}, link(f), " ", el("small", { class: "quiet" }, `${index.files[file] || ""}:${line}`)),
        el("td", {}, message), el("td", { class: "nowrap" }, test === null ? "" : el("a", { href: `#/f/${f}/t${test}` }, "the test"))));
    return [el("h2", {}, "Faults found"), more(el("table", { class: "card stacked" }, all), all, 6)];
  }
  function causeList() {
    if (!index.causes.length) return null;
    const all = index.causes.map(([reason, n, functions, help]) =>
      el("tr", {}, el("td", { class: "right nowrap" }, n), el("td", {}, reason, help ? el("div", { class: "quiet" }, help) : null),
        el("td", {}, functions.slice(0, 4).map((f, i) => [i ? ", " : "", link(f)]), functions.length > 4 ? ` and ${functions.length - 4} more` : "")));
    return [el("h2", {}, "Why branch outcomes are open"), more(el("table", { class: "card stacked" }, all), all, 6)];
  }
  /// Many notes would push the source off the screen.
  function noteList(notes) {
    const all = notes.map((n) => el("p", { class: "quiet" }, "Note: ", n));
    return all.length <= 2 ? all : el("details", { class: "notes" }, el("summary", { class: "quiet" }, `${all.length} notes`), all);
  }
  /// Long tables start short.
  function more(table, all, few) {
    if (all.length <= few + 2) return table;
    all.slice(few).forEach((e) => (e.hidden = true));
    const button = el("button", { onclick: () => { all.forEach((e) => (e.hidden = false)); button.remove(); } }, `Show all ${all.length}`);
    return [table, button];
  }
  function filters() {
    const kinds = [["all", "All"], ["gaps", "With gaps"], ["faults", "With faults"], ["done", "Complete"]];
    return el("div", { class: "filters", role: "group", "aria-label": "Which functions" }, kinds.map(([k, name]) =>
      el("button", { "aria-pressed": String(view.filter === k), "data-filter": k, onclick: (e) => {
        view.filter = k;
        e.target.parentNode.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b === e.target)));
        rows();
      } }, name)));
  }
  function gaps(row) {
    return row[3].some(([c, d, t]) => c + d < t);
  }
  function rows() {
    const table = $("rows");
    if (!table) return;
    const wanted = (row) => (view.filter === "gaps" ? gaps(row) : view.filter === "faults" ? row[5] > 0 : view.filter === "done" ? !gaps(row) : true);
    const text = view.text.toLowerCase();
    const found = (row) => !text || row[0].toLowerCase().includes(text) || (index.files[row[1]] || "").toLowerCase().includes(text);
    const share = (t) => (t[2] ? (t[0] + t[1]) / t[2] : 2);
    const keys = [(r) => r[0].toLowerCase(), (r) => (index.files[r[1]] || "") + String(r[2]).padStart(8, "0"), ...[0, 1, 2, 3].map((k) => (r) => share(r[3][k])), (r) => r[4], (r) => r[5], (r) => r[6]];
    order = index.rows.map((_, i) => i).filter((i) => wanted(index.rows[i]) && found(index.rows[i]));
    const key = keys[view.sort];
    order.sort((a, b) => {
      const [x, y] = [key(index.rows[a]), key(index.rows[b])];
      return (x < y ? -1 : x > y ? 1 : a - b) * (view.up ? 1 : -1);
    });
    here = -1;
    const heads = ["Function", "Where", ...CRITERIA, "Tests", "Faults", "Time"];
    const wide = (i) => (i === 1 || i === 2 || i === 4 || i === 5 || i === 8 ? "wide" : "");
    const head = el("thead", {}, el("tr", {}, heads.map((h, i) =>
      el("th", { class: wide(i), scope: "col", tabindex: 0, "aria-sort": view.sort === i ? (view.up ? "ascending" : "descending") : null,
        onclick: () => sortBy(i), onkeydown: (e) => { if (e.key === "Enter") sortBy(i); } }, h))));
    const body = el("tbody");
    table.replaceChildren(head, body);
    let next = 0;
    // A screenful at a time: thousands of rows must not hold up the first.
    const some = () => {
      const part = document.createDocumentFragment();
      for (const end = Math.min(next + 150, order.length); next < end; next++) part.append(row(order[next]));
      body.append(part);
      if (next < order.length && document.body.contains(body)) (window.requestIdleCallback || setTimeout)(some);
    };
    some();
    if (!order.length) body.append(el("tr", {}, el("td", { colspan: 9, class: "quiet" }, "No function is like that.")));
  }
  function sortBy(i) {
    view.up = view.sort === i ? !view.up : i !== 6 && i !== 7 && i !== 8;
    view.sort = i;
    rows();
  }
  function row(i) {
    const r = index.rows[i];
    return el("tr", { "data-f": i }, el("td", {}, link(i), " ", r[7] && r[7] !== "complete" ? el("small", {}, r[7]) : null),
      el("td", { class: "wide" }, el("a", { class: "quiet", href: `#/s/${r[1]}/${r[2]}` }, `${index.files[r[1]] || "?"}:${r[2]}`)),
      [0, 1, 2, 3].map((k) => el("td", { class: "bars" + (k === 1 ? "" : " wide") }, bar(r[3][k]), el("small", {}, figures(r[3][k])))),
      el("td", { class: "right" }, r[4]), el("td", { class: "right" }, r[5] ? el("span", { class: "chip fault" }, r[5]) : ""),
      el("td", { class: "right wide nowrap" }, time(r[6])));
  }

  // ---- a function
  function functionPage(id, rest) {
    const f = store[`f${id}`];
    const file = index.files[f.file] || "?";
    crumbs(el("a", { href: `#/s/${f.file}/${f.line}` }, file), f.name);
    const panel = el("aside", { class: "card", "aria-live": "polite" });
    show(f.name, el("h1", { class: "mono" }, f.declaration || f.name),
      el("p", { class: "quiet" }, el("a", { href: `#/s/${f.file}/${f.line}` }, `${file}:${f.line}`), ` · ${plural(f.tests.length, "test")} · ${plural(f.runs, "run")} · ${time(f.seconds)} · ended: ${f.stop}`),
      el("div", { class: "cards" }, CRITERIA.map((name, k) => {
        const t = [f.tallies[k].covered, f.tallies[k].infeasible, f.tallies[k].total];
        return el("div", { class: "card" }, el("div", { class: "name" }, name), el("b", {}, percent(t[0] + t[1], t[2])), el("div", { class: "quiet" }, figures(t)), bar(t));
      })),
      noteList(f.notes), legend(),
      el("div", { class: "split" }, sourceOf(f, panel), panel),
      f.decisions.some((d) => d.conditions.length > 1) ? [el("h2", {}, "MC/DC"), f.decisions.filter((d) => d.conditions.length > 1).map((d) => decision(d, f))] : null,
      el("h2", { id: "tests" }, plural(f.tests.length, "test")), f.tests.map((t, i) => test(f, t, i)),
      el("h2", {}, "Pictures"), el("div", { class: "pictures" }, progressPicture(f), treePicture(f), callPicture(id, f)));
    hint(panel, f);
    if (rest && rest.startsWith("t")) openTest(Number(rest.slice(1)));
    else if (rest && rest.startsWith("g")) select(f, panel, Number(rest.slice(1)));
    else window.scrollTo(0, 0);
  }
  function hint(panel, f) {
    const open = f.goals.filter((g) => g.state === "unknown").length;
    fill(panel, el("h3", {}, "Goals"), el("p", { class: "quiet" },
      open ? `${plural(open, "goal is", "goals are")} open. Choose one at a line, or press n.` : "Every goal is covered or proved impossible. Choose one at a line to see the tests that reach it."));
  }
  function label(g) {
    if (g.criterion === 0) return "run";
    const m = g.text.match(/ is (true|false)$/);
    if (g.criterion === 1 && m) return m[1] === "true" ? "T" : "F";
    if (g.criterion === 1) return g.text;
    if (g.criterion === 2) return "↔";
    return g.text.includes("equal") ? "=" : g.text.includes("more") ? "+1" : "−1";
  }
  function sourceOf(f, panel) {
    const by = new Map();
    f.goals.forEach((g, i) => by.set(g.line, (by.get(g.line) || []).concat([i])));
    const faults = new Map(f.faults.filter((x) => x.file === f.file).map((x) => [x.line, x]));
    const box = el("div", { class: "source", role: "region", "aria-label": "Source", tabindex: 0 });
    f.lines.forEach((text, k) => {
      const no = f.first + k;
      const goals = (by.get(no) || []).map((i) => [i, f.goals[i]]);
      const main = goals.filter(([, g]) => g.criterion < 2);
      const any = (s) => main.some(([, g]) => g.state === s);
      const mark = !main.length ? "" : any("unknown") ? (any("covered") ? "p" : "u") : any("covered") ? "c" : "i";
      const shown = goals.filter(([, g]) => g.criterion === 1 || g.state !== "covered" && (g.criterion !== 0 || !main.some(([, m]) => m.criterion === 1)));
      const buttons = shown.map(([i, g]) => el("button", { class: `goal ${g.state}`, "data-goal": i, "aria-pressed": "false", title: `${CRITERIA[g.criterion]}: ${g.text} – ${g.state}`, onclick: () => select(f, panel, i) }, label(g)));
      const fault = faults.get(no);
      if (fault) buttons.push(el("button", { class: "goal fault", title: fault.message, onclick: () => fault.test !== null && openTest(fault.test) }, fault.kind));
      const main_ = main.length ? main[0][0] : null;
      box.append(el("div", { class: `row ${mark}${fault ? " fault" : ""}`, id: `l${no}` }, el("span", { class: "mark" }),
        el("span", { class: "no", onclick: () => main_ !== null && select(f, panel, main_) }, no), el("span", { class: "text" }, text || " "), buttons.length ? el("span", { class: "goals" }, buttons) : el("span")));
    });
    return box;
  }
  function select(f, panel, i) {
    const g = f.goals[i];
    document.querySelectorAll(".goal[aria-pressed=true]").forEach((b) => b.setAttribute("aria-pressed", "false"));
    document.querySelectorAll(`.goal[data-goal="${i}"]`).forEach((b) => b.setAttribute("aria-pressed", "true"));
    document.querySelectorAll(".row.at").forEach((r) => r.classList.remove("at"));
    const row = $(`l${g.line}`);
    if (row) {
      row.classList.add("at");
      row.scrollIntoView({ block: "nearest" });
    }
    panel.dataset.goal = i;
    const state = { covered: "covered", infeasible: "dead", unknown: "open" }[g.state];
    const words = { covered: "covered", infeasible: "proved impossible", unknown: "open" }[g.state];
    fill(panel, el("h3", {}, `${CRITERIA[g.criterion]} · line ${g.line}`), el("p", { class: "mono" }, g.text), el("p", {}, el("span", { class: `chip ${state}` }, words)),
      g.state !== "covered" ? el("div", { class: `reason ${g.state}` }, g.reason || "no reason was recorded", g.help ? el("p", {}, el("code", {}, g.help)) : null) : null,
      g.tests.length ? [el("p", { class: "quiet" }, "Reached by"), el("ul", {}, g.tests.map((t) => el("li", {}, el("a", { href: "#", onclick: (e) => { e.preventDefault(); openTest(t); } }, f.tests[t] ? f.tests[t].name : `test ${t}`))))] : null);
  }
  function openTest(i) {
    const t = $(`t${i}`);
    if (!t) return;
    document.querySelectorAll(".test.here").forEach((e) => e.classList.remove("here"));
    t.open = true;
    t.classList.add("here");
    t.scrollIntoView({ block: "start" });
  }
  function test(f, t, i) {
    const fault = t.fault !== null && t.fault !== undefined ? f.faults[t.fault] : null;
    return el("details", { class: "test", id: `t${i}` }, el("summary", {}, el("b", { class: "mono" }, t.name), fault ? el("span", { class: "chip fault" }, fault.kind) : null, el("span", { class: "quiet" }, t.outcome[0] || "")),
      t.inputs.length ? [el("h3", {}, "Inputs"), el("table", {}, t.inputs.map(([k, v]) => el("tr", {}, el("td", {}, k), el("td", {}, v))))] : null,
      t.path.length ? [el("h3", {}, "Path"), el("ol", { class: "path" }, t.path.map((p) => el("li", {}, p)))] : null,
      t.outcome.length ? [el("h3", {}, "Expected"), el("ul", {}, t.outcome.map((o) => el("li", { class: "mono" }, o)))] : null,
      t.code ? [el("h3", {}, "Code"), el("pre", {}, t.code)] : null,
      t.reproduce ? [el("h3", {}, "Reproduce"), copyable(t.reproduce)] : null);
  }
  function copyable(text) {
    const button = el("button", { onclick: () => navigator.clipboard && navigator.clipboard.writeText(text).then(() => (button.textContent = "Copied")) }, "Copy");
    return el("div", {}, el("pre", {}, text), button);
  }
  function decision(d, f) {
    const shows = (c, r) => d.pairs[c] && (d.pairs[c][0] === r || d.pairs[c][1] === r);
    return el("div", {}, el("h3", {}, `Line ${d.line}: `, el("code", {}, d.text)),
      el("table", { class: "mcdc" }, el("tr", {}, el("th", {}, ""), d.conditions.map((c, i) => el("th", { title: c }, el("code", {}, c), el("div", { class: "quiet" }, d.pairs[i] ? d.pairs[i][2] : "not shown"))), el("th", {}, "decision"), el("th", {}, "tests")),
        d.vectors.map((v, r) => el("tr", {}, el("td", {}, r + 1), [...v.values].map((x, c) => el("td", { class: shows(c, r) ? "shows" : "", title: shows(c, r) ? "shows the condition's own effect" : "" }, x)), el("td", {}, v.outcome ? "T" : "F"),
          el("td", {}, v.tests.slice(0, 5).map((t, k) => [k ? ", " : "", el("a", { href: "#", onclick: (e) => { e.preventDefault(); openTest(t); } }, f.tests[t] ? String(t + 1) : t)]))))));
  }

  // ---- pictures
  function picture(title, content, note) {
    return el("div", { class: "card" }, el("div", { class: "name" }, title), content, note ? el("div", { class: "quiet" }, note) : null);
  }
  function progressPicture(f) {
    const p = f.progress;
    if (p.length < 2) return null;
    const [w, h, l, b] = [420, 180, 34, 20];
    const last = p[p.length - 1];
    const x = (s) => l + ((w - l - 8) * s) / (last.seconds || 1);
    const y = (c) => h - b - ((h - b - 12) * c) / (last.covered || 1);
    let path = `M${x(0)},${y(0)}`;
    let level = 0;
    for (const q of p) {
      path += `L${x(q.seconds)},${y(level)}L${x(q.seconds)},${y(q.covered)}`;
      level = q.covered;
    }
    return picture("Goals covered over time", svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img" }, svg("line", { x1: l, x2: w - 8, y1: h - b, y2: h - b, stroke: "var(--line)" }),
      svg("path", { d: path, fill: "none", stroke: "var(--covered)", "stroke-width": 2 }), svg("text", { x: 2, y: y(last.covered) + 4 }, String(last.covered)), svg("text", { x: l, y: h - 4 }, "0"), svg("text", { x: w - 8, y: h - 4, "text-anchor": "end" }, time(last.seconds))),
      `${plural(last.runs, "run")}`);
  }
  /// The tests' paths, with what they have in common drawn once.
  function treePicture(f) {
    if (f.tests.length < 2) return null;
    const root = { kids: new Map(), step: "", tests: [] };
    f.tests.forEach((t, i) => {
      let at = root;
      for (const s of t.path.slice(0, 24)) {
        if (!at.kids.has(s)) at.kids.set(s, { kids: new Map(), step: s, tests: [] });
        at = at.kids.get(s);
      }
      at.tests.push(i);
    });
    // Chains are drawn as one step.
    const squeeze = (n) => {
      while (n.kids.size === 1 && !n.tests.length) {
        const [only] = n.kids.values();
        n = { kids: only.kids, tests: only.tests, step: n.step ? `${n.step}; ${only.step}` : only.step };
      }
      n.kids = [...n.kids.values()].map(squeeze);
      return n;
    };
    const tree = squeeze(root);
    let leaves = 0;
    let deep = 0;
    const place = (n, d) => {
      n.d = d;
      deep = Math.max(deep, d);
      n.kids.forEach((k) => place(k, d + 1));
      n.y = n.kids.length ? n.kids.reduce((s, k) => s + k.y, 0) / n.kids.length : leaves++;
    };
    place(tree, 0);
    if (leaves > 300) return null;
    const [w, step] = [420, Math.max(6, Math.min(18, 320 / leaves))];
    const h = leaves * step + 20;
    const x = (n) => 10 + (n.d * (w - 30)) / Math.max(1, deep);
    const y = (n) => 10 + n.y * step;
    const parts = [];
    const draw = (n) => {
      for (const k of n.kids) {
        const m = (x(n) + x(k)) / 2;
        parts.push(svg("path", { class: "edge", d: `M${x(n)},${y(n)}C${m},${y(n)} ${m},${y(k)} ${x(k)},${y(k)}` }, svg("title", {}, k.step)));
        draw(k);
      }
      const fault = n.tests.some((t) => f.tests[t].fault !== null && f.tests[t].fault !== undefined);
      const dot = svg("circle", { cx: x(n), cy: y(n), r: n.tests.length ? 4 : 2, class: n.tests.length ? `leaf${fault ? " fault" : ""}` : "edge", tabindex: n.tests.length ? 0 : -1 }, svg("title", {}, n.tests.map((t) => f.tests[t].name).join("\n") || n.step));
      if (n.tests.length) {
        dot.style.cursor = "pointer";
        dot.addEventListener("click", () => openTest(n.tests[0]));
      }
      parts.push(dot);
    };
    draw(tree);
    return picture("Path tree of the tests", svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img" }, parts), "Each dot is a test; hover a line for the conditions on it.");
  }
  function callPicture(id, f) {
    const few = (list) => list.slice(0, 8);
    const callers = few(f.callers).map((i) => [index.rows[i][0], i]);
    const callees = few(f.calls.filter((i) => i !== id)).map((i) => [index.rows[i][0], i]).concat(few(f.outside).map((n) => [n, null])).slice(0, 12);
    if (!callers.length && !callees.length) return null;
    const [w, box, gap] = [420, 22, 6];
    const n = Math.max(callers.length, callees.length, 1);
    const h = n * (box + gap) + 16;
    const cut = (s) => (s.length > 17 ? s.slice(0, 16) + "…" : s);
    const node = (name, i, x, y, c) => {
      const g = svg("g", { class: `node ${c}` }, svg("title", {}, name), svg("rect", { x, y, width: 120, height: box, rx: 5 }), svg("text", { x: x + 60, y: y + 15, "text-anchor": "middle" }, cut(name)));
      return i === null ? g : svg("a", { href: `#/f/${i}` }, g);
    };
    const column = (list, x, c) => list.map(([name, i], k) => [node(name, i, x, 8 + k * (box + gap) + ((n - list.length) * (box + gap)) / 2, i === null ? "out" : c), 8 + k * (box + gap) + ((n - list.length) * (box + gap)) / 2 + box / 2]);
    const mid = h / 2;
    const left = column(callers, 4, "");
    const right = column(callees, w - 124, "");
    const edge = (x1, y1, x2, y2) => svg("path", { class: "edge", d: `M${x1},${y1}C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}` });
    return picture("Calls", svg("svg", { class: "chart", viewBox: `0 0 ${w} ${h}`, role: "img" }, left.map(([, y]) => edge(124, y, 150, mid)), right.map(([, y]) => edge(270, mid, w - 124, y)),
      left.map(([g]) => g), right.map(([g]) => g), node(f.name, null, 150, mid - box / 2, "me")), f.callers.length > 8 ? `called by ${f.callers.length} functions` : "Dashed: stubs and the C library.");
  }

  // ---- a source file
  function sourcePage(id, line) {
    const s = store[`s${id}`];
    crumbs(s.path);
    const starts = new Map(s.functions.map((f) => [index.rows[f][2], f]));
    const box = el("div", { class: "source" });
    const SIZE = 400;
    for (let from = 0; from < s.lines.length; from += SIZE) {
      const part = s.lines.slice(from, from + SIZE);
      const chunk = el("div", { class: "chunk", style: `contain-intrinsic-size:auto ${part.length * 20}px` });
      chunk.fill = () => {
        if (chunk.firstChild) return;
        part.forEach((text, k) => {
          const no = from + k + 1;
          const f = starts.get(no);
          chunk.append(el("div", { class: `row ${s.marks[no] || ""}`, id: `l${no}` }, el("span", { class: "mark" }), el("span", { class: "no" }, no), el("span", { class: "text" }, text || " "),
            f !== undefined ? el("span", { class: "goals" }, el("a", { href: `#/f/${f}` }, `${index.rows[f][0]} ›`)) : el("span")));
        });
        chunk.style.minHeight = "";
      };
      chunk.style.minHeight = `${part.length * 20}px`;
      box.append(chunk);
    }
    show(s.path, el("h1", {}, s.path), el("p", { class: "quiet" }, `${plural(s.lines.length, "line")} · ${plural(s.functions.length, "function")}`), legend(), s.lines.length ? box : el("p", {}, "The file could not be read."));
    const seen = new IntersectionObserver((all) => all.forEach((e) => { if (e.isIntersecting) { e.target.fill(); seen.unobserve(e.target); } }), { rootMargin: "600px" });
    box.querySelectorAll(".chunk").forEach((c) => seen.observe(c));
    if (line > 1) {
      const chunk = box.children[Math.floor((line - 1) / SIZE)];
      if (chunk) chunk.fill();
      const row = $(`l${line}`);
      if (row) {
        row.classList.add("at");
        row.scrollIntoView({ block: "center" });
      }
    } else window.scrollTo(0, 0);
  }

  // ---- where we are
  function route() {
    if (!index) return;
    const [kind, id, rest] = location.hash.replace(/^#\/?/, "").split("/");
    if (kind === "f" && index.rows[id]) load(`f${id}`, () => functionPage(Number(id), rest));
    else if (kind === "s" && index.files[id] !== undefined) load(`s${id}`, () => sourcePage(Number(id), Number(rest || 1)));
    else if (pages[kind]) load(pages[kind].data, (data) => pages[kind].show(data, id));
    else overview();
  }
  function start(value) {
    index = value;
    $("title").textContent = value.report.title || "Crescendo";
    route();
  }
  function theme(next) {
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const now = next || localTheme() || (dark ? "dark" : "light");
    document.documentElement.dataset.theme = now;
  }
  // Storage may be forbidden for pages from disk.
  function localTheme(set) {
    try {
      if (set) localStorage.setItem("crescendo-theme", set);
      return localStorage.getItem("crescendo-theme");
    } catch (e) {
      return null;
    }
  }
  function flip() {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    localTheme(next);
    theme(next);
  }
  function move(by) {
    const trs = [...document.querySelectorAll("#rows tbody tr[data-f]")];
    if (!trs.length) return;
    trs.forEach((t) => t.classList.remove("here"));
    here = Math.max(0, Math.min(trs.length - 1, here + by));
    trs[here].classList.add("here");
    trs[here].scrollIntoView({ block: "nearest" });
  }
  function gap(by) {
    const [kind, id] = location.hash.replace(/^#\/?/, "").split("/");
    const f = kind === "f" && store[`f${id}`];
    if (!f) return;
    const open = f.goals.map((g, i) => i).filter((i) => f.goals[i].state === "unknown").sort((a, b) => f.goals[a].line - f.goals[b].line || a - b);
    if (!open.length) return;
    const panel = document.querySelector("aside");
    const at = open.indexOf(Number(panel.dataset.goal));
    select(f, panel, open[at < 0 ? (by > 0 ? 0 : open.length - 1) : (at + by + open.length) % open.length]);
  }
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName);
    if (e.key === "Escape") {
      if ($("keys").open) return;
      if (typing) e.target.blur();
      else location.hash = "#/";
      return;
    }
    if (typing) return;
    const [kind, id] = location.hash.replace(/^#\/?/, "").split("/");
    const keys = {
      "/": () => $("search").focus(), j: () => move(1), k: () => move(-1), n: () => gap(1), p: () => gap(-1), d: flip, "?": () => $("keys").showModal(),
      Enter: () => { const t = document.querySelector("#rows tr.here"); if (t && (e.target === document.body || e.target === $("page"))) location.hash = `#/f/${t.dataset.f}`; },
      "[": () => { if (kind === "f" && id > 0) location.hash = `#/f/${Number(id) - 1}`; },
      "]": () => { if (kind === "f" && index.rows[Number(id) + 1]) location.hash = `#/f/${Number(id) + 1}`; },
    };
    if (keys[e.key]) {
      if (e.key !== "Enter") e.preventDefault();
      keys[e.key]();
    }
  });
  $("search").addEventListener("input", (e) => {
    view.text = e.target.value;
    if (!$("rows")) location.hash = "#/";
    else rows();
  });
  $("search").addEventListener("keydown", (e) => {
    if (e.key === "Enter" && order.length) location.hash = `#/f/${order[0]}`;
  });
  $("theme").addEventListener("click", flip);
  $("help").addEventListener("click", () => $("keys").showModal());
  window.addEventListener("hashchange", route);
  theme();
  // Where somebody serves the report, there is a way back.
  const home = document.documentElement.dataset.home;
  if (home) document.querySelector("header").prepend(el("a", { href: home, title: "Back to the campaign" }, "‹ campaign"));
  return { put, pages, tools: { el, show, crumbs, copyable, plural, source: (file, line, text) => el("a", { href: `#/s/${file}/${line}` }, text || `${index.files[file] || "?"}:${line}`), unit: (name) => index.rows.findIndex((r) => r[0] === name) } };
})();

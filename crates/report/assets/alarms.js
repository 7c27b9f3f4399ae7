// The page of alarms: a list that can be narrowed down; each with its verdict, the way there, and how to see it again.
"use strict";
(() => {
  const { el, show, crumbs, copyable, plural, source, unit } = CRESCENDO.tools;
  const CHIPS = { confirmed: "fault", open: "open", false: "dead" };
  const STRENGTHS = {
    native: "seen natively", machine: "the whole program fails in the machine, natively not seen", context: "a caller lets it through", unit: "the unit alone",
    proved: "proved", explored: "as far as explored, no proof",
  };
  const view = { verdict: "shown", kind: "", text: "" };

  const counts = (a) => a.suppressed === null && !a.known;
  function wanted(a) {
    const text = view.text.toLowerCase();
    const verdict = view.verdict === "all" || (view.verdict === "shown" ? counts(a) && a.verdict !== "false" : view.verdict === "ignored" ? !counts(a) : a.verdict === view.verdict);
    const words = `${a.function} ${a.unit} ${a.message} ${a.place}`.toLowerCase();
    return verdict && (!view.kind || a.kind === view.kind) && (!text || words.includes(text));
  }
  function page(alarms, id) {
    crumbs("Alarms");
    const list = el("div", { id: "alarms" });
    const fill = () => {
      const found = alarms.map((a, i) => [a, i]).filter(([a]) => wanted(a));
      list.replaceChildren(...found.map(([a, i]) => alarm(a, i)));
      if (!found.length) list.append(el("p", { class: "quiet" }, "No alarm is like that."));
    };
    const press = (e) => e.target.parentNode.querySelectorAll("button").forEach((b) => b.setAttribute("aria-pressed", String(b === e.target)));
    const number = (v) => alarms.filter((a) => a.verdict === v).length;
    const choices = [["shown", "To look at"], ["confirmed", `Confirmed ${number("confirmed")}`], ["open", `Open ${number("open")}`], ["false", `False ${number("false")}`],
      ["ignored", `Suppressed or known ${alarms.filter((a) => !counts(a)).length}`], ["all", `All ${alarms.length}`]];
    const kinds = [...new Set(alarms.map((a) => a.kind))].sort();
    show("Alarms", el("h1", {}, "Alarms"), el("p", { class: "quiet" }, `${plural(alarms.length, "alarm")}, worst first; each place once`),
      el("div", { class: "filters", role: "group", "aria-label": "Which alarms" },
        choices.map(([v, name]) => el("button", { "data-verdict": v, "aria-pressed": String(view.verdict === v), onclick: (e) => { view.verdict = v; press(e); fill(); } }, name)),
        el("select", { "aria-label": "Kind", id: "kind", onchange: (e) => { view.kind = e.target.value; fill(); } }, el("option", { value: "" }, "every kind"), kinds.map((k) => el("option", { value: k, selected: view.kind === k }, k))),
        el("input", { type: "search", id: "narrow", placeholder: "Function, file, text", "aria-label": "Narrow down", value: view.text, oninput: (e) => { view.text = e.target.value; fill(); } })),
      list);
    fill();
    const at = id !== undefined && document.getElementById(`a${id}`);
    if (at) {
      at.open = true;
      at.scrollIntoView({ block: "start" });
    } else window.scrollTo(0, 0);
  }
  const values = (all) => all.map(([path, value]) => `${path} = ${value}`).join(", ");
  function alarm(a, i) {
    const f = unit(a.unit);
    const excerpt = a.excerpt ? el("div", { class: "source" }, a.excerpt.map(([no, text]) =>
      el("div", { class: `row${no === a.line ? " fault" : ""}` }, el("span", { class: "mark" }), el("span", { class: "no" }, no), el("span", { class: "text" }, text || " "), el("span")))) : null;
    const chain = a.chain.map(([name, file, line, passed]) => el("li", {}, name, " ", source(file, line), passed.length ? el("span", { class: "quiet" }, ` passes ${values(passed)}`) : null));
    const frames = a.frames.slice().reverse().map(([name, file, line]) => el("li", {}, name, " ", source(file, line)));
    return el("details", { class: "test", id: `a${i}` },
      el("summary", {}, el("span", { class: `chip ${CHIPS[a.verdict]}` }, a.verdict), el("b", { class: "mono" }, a.kind), el("span", {}, a.message),
        el("span", { class: "quiet" }, `${a.function}, ${a.place}`), a.suppressed !== null ? el("span", { class: "chip" }, "suppressed") : null, a.known ? el("span", { class: "chip" }, "known") : null),
      el("p", {}, source(a.file, a.line, a.place), ` in ${a.function}`, f >= 0 ? [", seen in ", el("a", { href: `#/f/${f}` }, a.unit)] : `, seen in ${a.unit}`, a.also_from.length ? `, also from ${a.also_from.join(", ")}` : ""),
      excerpt,
      el("div", { class: `reason ${{ confirmed: "confirmed", open: "", false: "infeasible" }[a.verdict]}` }, `${a.why} (${STRENGTHS[a.strength] || a.strength})`),
      a.suppressed !== null ? el("p", { class: "quiet" }, `Suppressed: ${a.suppressed}`) : null,
      chain.length ? [el("h3", {}, "Calls, outermost first"), el("ol", { class: "path" }, chain)] : frames.length > 1 ? [el("h3", {}, "Calls"), el("ol", { class: "path" }, frames)] : null,
      a.path.length ? [el("h3", {}, "Path"), el("ol", { class: "path" }, a.path.map(([file, line, text]) => el("li", {}, text, " ", source(file, line, `line ${line}`))))] : null,
      a.inputs.length ? [el("h3", {}, `Inputs of ${a.unit}`), el("table", {}, a.inputs.map(([k, v]) => el("tr", {}, el("td", {}, k), el("td", {}, v))))] : null,
      a.assumptions.length ? [el("h3", {}, "Assumes"), el("ul", {}, a.assumptions.map((x) => el("li", {}, x)))] : null,
      a.help ? [el("h3", {}, "What helps"), el("p", {}, a.help)] : null,
      a.reproduce ? [el("h3", {}, "Reproduce"), copyable(a.reproduce)] : null,
      el("p", { class: "quiet" }, `fingerprint ${a.fingerprint}`));
  }
  CRESCENDO.pages.alarms = { data: "alarms", show: page };
})();

// Looks at the report as a person would: opens pages, clicks, types. Says what is wrong in a <pre id="verdict">.
"use strict";
const wrong = [];
window.addEventListener("error", (e) => wrong.push(`error: ${e.message || (e.target && e.target.src)}`), true);
window.addEventListener("unhandledrejection", (e) => wrong.push(`rejected: ${e.reason}`));
console.error = (...all) => wrong.push(`console: ${all.join(" ")}`);
console.warn = console.error;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const one = (s) => document.querySelector(s);
const all = (s) => [...document.querySelectorAll(s)];
const expect = (what, is) => { if (!is) wrong.push(what); };
const key = (k) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true }));
async function until(what, test) {
  for (let i = 0; i < 200; i++) {
    if (test()) return;
    await sleep(20);
  }
  wrong.push(`never: ${what}`);
}

async function look() {
  await until("the table", () => all("#rows tbody tr").length >= 2);
  expect("the title", document.title.includes("sample"));
  expect("four cards", all(".cards .card").length === 4);
  expect("the fault is listed", document.body.textContent.includes("index 4 is outside"));
  expect("the causes are listed", document.body.textContent.includes("has no more elements"));
  const rows = all("#rows tbody tr[data-f]").length;

  // Sorting and filtering.
  all("#rows th")[7].click();
  await until("sorted by faults", () => one("#rows tbody tr").textContent.includes("lookup") || one("#rows tbody tr").textContent.includes("extra"));
  all("#rows th")[0].click();
  one('[data-filter="gaps"]').click();
  await until("only what has gaps", () => all("#rows tbody tr[data-f]").length === 1);
  expect("clamp has gaps", one("#rows tbody tr").textContent.includes("clamp"));
  one('[data-filter="all"]').click();
  await until("all again", () => all("#rows tbody tr[data-f]").length >= Math.min(rows, 2));

  // Search.
  const search = one("#search");
  search.value = "clam";
  search.dispatchEvent(new Event("input"));
  await until("found by name", () => all("#rows tbody tr[data-f]").length === 1);
  search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  await until("Enter opens it", () => one("h1") && one("h1").textContent.startsWith("int clamp("));

  // A function.
  expect("its source", one(".source").textContent.includes("m = limit;"));
  expect("not the next function", !one(".source").textContent.includes("table[i]"));
  expect("the comment above it", one(".source").textContent.includes("-1 for nonsense."));
  key("n");
  expect("n selects a gap", one("aside").textContent.includes("has no more elements"));
  expect("with what would help", one("aside").textContent.includes("--bound elements=16"));
  key("n");
  expect("n goes on", one("aside").textContent.includes("not tried"));
  const dead = all(".goal.infeasible")[0];
  expect("a goal is impossible", dead);
  dead.click();
  expect("its proof, as text", one("aside").textContent.includes("</script><b>"));
  all(".goal.covered")[0].click();
  const to = one("aside a");
  expect("a covered goal leads to its test", to && to.textContent.includes("clamp_returns_minus_1"));
  to.click();
  expect("the test opens", one("#t0").open);
  expect("with inputs", one("#t0").textContent.includes("limit"));
  expect("a truth table", all(".mcdc tr").length === 3 && all(".mcdc td.shows").length === 2);
  expect("pictures", all(".pictures svg").length === 3);

  // Calls lead on.
  const callee = all(".pictures a").find((a) => a.getAttribute("href") === "#/f/1");
  expect("a callee", callee);
  location.hash = callee.getAttribute("href");
  await until("the callee's page", () => one("h1").textContent.includes("lookup("));
  one(".goal.fault").click();
  expect("the fault leads to its test", one("#t0").open);
  all("main a").find((a) => a.getAttribute("href").startsWith("#/s/")).click();
  await until("the file", () => one("h1").textContent === "src/sample.c");
  await until("its lines", () => one(".row.c"));
  one(".source a").click();
  await until("back in a function", () => location.hash.startsWith("#/f/"));

  // Keys.
  key("d");
  const dark = document.documentElement.dataset.theme;
  key("d");
  expect("light and dark", dark !== document.documentElement.dataset.theme);
  key("?");
  expect("help", one("#keys").open);
  one("#keys").close();
  key("Escape");
  await until("the overview again", () => one("#rows"));
  search.value = "";
  search.dispatchEvent(new Event("input"));
  await sleep(50);
  key("j");
  expect("j marks a row", one("#rows tr.here"));

  // Links of every page lead somewhere.
  for (const a of all("a[href^='#/f/'], a[href^='#/s/']").slice(0, 40)) {
    const [kind, id] = a.getAttribute("href").slice(2).split("/");
    expect(`link ${a.getAttribute("href")}`, kind === "f" ? Number(id) >= 0 : id === "0");
  }
  // Narrow screens: nothing wider than the page.
  document.documentElement.style.width = "380px";
  await sleep(30);
  document.documentElement.style.width = "";
}

window.addEventListener("load", () => {
  look().catch((e) => wrong.push(`stopped: ${e.stack || e}`)).then(() => {
    const p = document.createElement("pre");
    p.id = "verdict";
    p.textContent = wrong.length ? wrong.join("; ") : "all checks hold";
    document.body.append(p);
  });
});

// A campaign as it goes on: a snapshot, then the events behind it, one by one (the rules are those of snapshot.rs).
"use strict";
(() => {
  const place = document.getElementById("live");
  if (!place) return;
  const here = place.dataset.live;
  const quiet = place.dataset.quiet !== undefined;
  const $ = (id) => document.getElementById(id);
  const POINTS = 240;
  const LINES = 200;
  let s = null;

  function cell(row, text, name) {
    const td = row.insertCell();
    td.textContent = text;
    if (name) td.className = name;
    return td;
  }
  function logLine([kind, text]) {
    const li = document.createElement("li");
    li.className = kind;
    li.textContent = text;
    $("log").append(li);
    while ($("log").children.length > LINES) $("log").firstChild.remove();
    $("log").scrollTop = $("log").scrollHeight;
  }
  function faultRow([name, kind, message], first) {
    const row = $("faultlist").tBodies[0].insertRow(first ? 0 : -1);
    const chip = document.createElement("span");
    chip.className = "chip fault";
    chip.textContent = kind;
    row.insertCell().append(chip);
    cell(row, name);
    cell(row, message);
  }
  function plot() {
    const svg = $("plot");
    const ns = "http://www.w3.org/2000/svg";
    const make = (tag, attributes, text) => {
      const e = document.createElementNS(ns, tag);
      for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
      if (text) e.textContent = text;
      return e;
    };
    const last = Math.max(1, ...s.plot.map((p) => p[0]));
    const top = Math.max(1, ...s.plot.map((p) => p[2]));
    const line = (k) => [[0, 0, 0], ...s.plot].map((p) => `${(30 + (560 * p[0]) / last).toFixed(1)},${(108 - (98 * p[k]) / top).toFixed(1)}`).join(" ");
    svg.replaceChildren(
      make("line", { class: "axis", x1: 30, y1: 108, x2: 590, y2: 108 }),
      make("polyline", { class: "goals", points: line(2) }), make("polyline", { class: "covered", points: line(1) }),
      make("text", { x: 34, y: 16 }, `${top} goals of finished functions`), make("text", { x: 545, y: 124 }, `${(last / 1000).toFixed(1)} s`));
  }
  function show() {
    if (quiet) return;
    $("finished").textContent = s.planned ? `${s.finished} of ${s.planned}` : s.files ? `${s.compiled} of ${s.files} files` : "–";
    $("known").textContent = s.known ? `${s.known} known from before` : "";
    $("covered").textContent = s.goals ? `${Math.floor((100 * (s.covered + s.infeasible)) / s.goals)}%` : "–";
    $("impossible").textContent = s.goals ? `${s.covered}${s.infeasible ? " + " + s.infeasible + " impossible" : ""} of ${s.goals}` : "";
    $("tests").textContent = s.tests;
    $("faults").textContent = s.fault_count;
    $("workers").textContent = s.workers ? (s.workers[0] ? `${s.workers[0]} worker${s.workers[0] > 1 ? "s" : ""} with room for ${s.workers[1]} jobs` : "Waiting for workers: crescendo worker --nats …") + (s.workers[2] ? `; ${s.workers[2]} of another build take no part` : "") : "";
    const body = $("active").tBodies[0];
    body.replaceChildren();
    for (const [name, [runs, covered, goals]] of Object.entries(s.active)) {
      const row = body.insertRow();
      cell(row, name, "mono");
      cell(row, goals ? `${covered} of ${goals} goals` : "begins");
      cell(row, goals ? `${runs} runs` : "");
    }
    plot();
  }
  function line(kind, text) {
    logLine([kind, text]);
  }
  function add(number, event) {
    s.number = number;
    switch (event.event) {
      case "started":
        s = { number, state: "running", started: Date.now(), files: 0, compiled: 0, planned: 0, finished: 0, known: 0, covered: 0, infeasible: 0, goals: 0, tests: 0, fault_count: 0, active: {}, plot: [], faults: [], log: [] };
        break;
      case "reading": s.files += event.files; break;
      case "compiled":
        s.compiled += 1;
        line(event.outcome === "failed" ? "error" : "", `${event.file} (${event.outcome})`);
        break;
      case "workers": s.workers = [event.workers, event.slots, event.others]; break;
      case "note": line(event.level, event.text); break;
      case "planned": s.planned = event.functions; break;
      case "function-started": s.active[event.function] = [0, 0, 0]; break;
      case "function-progress": s.active[event.function] = [event.runs, event.covered, event.goals]; break;
      case "function-finished": {
        delete s.active[event.function];
        if (!event.again) s.finished += 1;
        if (event.known) s.known += 1;
        for (const k of ["covered", "infeasible", "goals", "tests"]) s[k] += event[k] - event.was[k];
        for (const f of event.faults) {
          s.fault_count += 1;
          if (!quiet) faultRow([event.function, f.kind, f.message], true);
        }
        s.plot.push([Date.now() - s.started, s.covered, s.goals]);
        if (s.plot.length > POINTS) s.plot = s.plot.filter((_, i) => i % 2 === 0 || i === s.plot.length - 1);
        break;
      }
      case "replayed": line("", `${event.agreed} of ${event.run} tests agree natively`); break;
      case "callers-asked": line("", `asked ${event.caller}: ${event.settled} of ${event.alarms} alarms settled`); break;
    }
  }
  // Many events come at once: the page is drawn once for them.
  let drawing = false;
  function draw() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      show();
    });
  }
  // A while, longer each time that nothing came of it.
  let tries = 0;
  function later(what) {
    tries += 1;
    $("connection").textContent = "The connection is lost; trying again.";
    setTimeout(what, Math.min(15000, 500 * 2 ** tries));
  }
  // What came while nobody listened is asked for by number.
  function watch() {
    const events = new EventSource(`${here}/events?after=${s.number}`);
    events.onopen = () => {
      tries = 0;
      $("connection").textContent = "";
    };
    events.onmessage = (e) => {
      const number = Number(e.lastEventId);
      if (number <= s.number) return;
      add(number, JSON.parse(e.data));
      draw();
    };
    // It is over: the page with what was found takes the place of this one.
    events.addEventListener("end", () => {
      events.close();
      location.reload();
    });
    // Browsers try again by themselves, but not after an answer that is an error: a proxy's, or ours while the database is away.
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) later(resume);
    };
  }
  async function resume() {
    let answer;
    try {
      answer = await fetch(`${here}/live`);
    } catch (e) {
      return later(resume);
    }
    if (answer.redirected) return location.reload();
    if (answer.ok) watch();
    else later(resume);
  }
  async function start() {
    let answer;
    try {
      answer = await fetch(`${here}/live`);
      if (answer.redirected) return location.reload();
      if (!answer.ok) throw answer;
      s = await answer.json();
    } catch (e) {
      return later(start);
    }
    s.log.forEach(logLine);
    if (quiet) return;
    s.faults.forEach((f) => faultRow(f, false));
    show();
    watch();
  }
  start();
})();

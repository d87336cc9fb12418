/* What the page knows, and how the parts of evidence are drawn. */
"use strict";
const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
for (const { evidence } of data.formulas)
  if (evidence) {
    evidence.parts = evidence.parts.map((part, id) => ({ ...part.reason, id, state: part.state, formula: part.formula, fairPart: part.fair }));
    for (const doubt of evidence.doubts || []) evidence.parts[doubt.part].doubt = doubt;
    evidence.numbers = new Map(evidence.states.map((values, id) => [values.join("\u0000"), id]));
  }

/* The evidence on screen; its columns in order; the one picked; those that were left by following something. */
let current = null, places = [], picked = -1, trail = [];
/* By state, its first column. */
let shown = new Map();

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== undefined && child !== null) element.append(child);
  return element;
};
const note = (...children) => make("p", { class: "note" }, ...children);

/* One colour per agent, by number: the Environment is grey, the others go round the circle in three tones. */
function tint(number) {
  const at = number - 1;
  return number === 0 ? "--hue:0;--vivid:0%;--band:0"
    : `--hue:${(210 + Math.floor(at / 3) * 137.508 + (at % 3) * 120) % 360};--vivid:70%;--band:${[0, -1, 1][at % 3]}`;
}

/* Columns by name: a state that stands on a path more than once is named with its step. */
function labels(ids) {
  const count = new Map();
  for (const id of ids) count.set(id, (count.get(id) || 0) + 1);
  return ids.map((id, at) => id === null ? `step ${at}` : count.get(id) > 1 ? `s${id} (step ${at})` : `s${id}`);
}

/* Parts are drawn with a list of work, not by recursion: formulas may be nested deeply. */
function draw(evidence, view) {
  const drawn = new Set();
  const work = [[0, view, null]];
  while (work.length) {
    const [id, parent, where] = work.shift();
    if (drawn.has(id)) continue;
    drawn.add(id);
    const part = evidence.parts[id];
    const inner = children(part);
    if (part.kind === "both" || part.kind === "either") { work.unshift(...inner.map(([child]) => [child, parent, where])); continue; }
    const box = make("div", { class: "part" });
    parent.append(box);
    drawPart(evidence, part, where, box);
    if (part.fairPart !== undefined) inner.push([part.fairPart, null]);
    work.unshift(...inner.map(([child, there]) => [child, box, there]));
  }
}

/* What a part rests on: parts, and for those on a path where that is. */
function children(part) {
  switch (part.kind) {
    case "both": case "checked": return (part.parts || []).map(child => [child, null]);
    case "either": case "elsewhere": case "jump": return [[part.part, null]];
    case "prevention": case "strategy": case "uniform-strategy": case "dilemma": return (part.parts || []).map(([, child]) => [child, null]);
    case "path": {
      const found = new Map();
      for (const [at, child] of part.parts || []) {
        if (!found.has(child)) found.set(child, { path: part, positions: [] });
        found.get(child).positions.push(at);
      }
      return [...found];
    }
    default: return [];
  }
}

function stateButton(state) {
  return make("button", { class: "where", onclick: () => visit(shown.get(state)) }, "s" + state);
}

function positionButton(path, at) {
  return make("button", { class: "where", onclick: () => visit(path.columns[at]) }, path.labels[at]);
}

const listed = buttons => buttons.flatMap((button, index) => [index ? ", " : "", button]);
const code = (evidence, formula) => make("code", {}, evidence.formulas[formula]);

function claim(evidence, part, where, ...more) {
  const buttons = where ? where.positions.map(at => positionButton(where.path, at)) : [stateButton(part.state)];
  return make("p", { class: "claim" }, "in ", ...listed(buttons), ": ", code(evidence, part.formula), ...more);
}

function drawPart(evidence, part, where, box) {
  switch (part.kind) {
    case "evident":
      if (evidence.formulas[part.formula] !== "true") box.append(claim(evidence, part, where));
      ensureShown(evidence, box, part.state);
      break;
    case "path":
      part.labels = labels(part.states);
      box.append(claim(evidence, part, where));
      timeline(evidence, box, { states: part.states.map(id => evidence.states[id]), ids: part.states, actions: part.actions, backTo: part.back_to, path: part });
      drawReadings(evidence, part, box);
      break;
    case "jump":
      box.append(claim(evidence, part, where));
      drawJump(evidence, part, box);
      break;
    case "elsewhere": {
      const there = evidence.parts[part.part].state;
      box.append(claim(evidence, part, where, " because of ", stateButton(there), ", which is green"));
      ensureShown(evidence, box, part.state);
      drawOrigin(evidence, box, there);
      break;
    }
    case "strategy": {
      box.append(claim(evidence, part, where, " by this strategy"));
      ensureShown(evidence, box, part.state);
      const leads = new Map(part.outcomes);
      const rows = part.table.map(([state, actions]) => [stateButton(state), ...actions, leadsTo(leads.get(state))]);
      box.append(table(["state", ...part.members, "leads to"], rows));
      ensureShown(evidence, box, ...part.from, ...part.outcomes.flatMap(([from, to]) => [from, ...to]));
      break;
    }
    case "prevention": {
      box.append(claim(evidence, part, where, ", whatever is tried"));
      const rows = part.rows.map(([from, actions, to]) => [stateButton(from), ...actions, stateButton(to)]);
      box.append(table(["state", ...evidence.agents, "leads to"], rows));
      ensureShown(evidence, box, part.state, ...part.rows.flatMap(([from, , to]) => [from, to]));
      break;
    }
    case "uniform-strategy": {
      box.append(claim(evidence, part, where, " by this strategy"));
      box.append(table(["agent", "sees", "does"], decisions(evidence, part.table)));
      box.append(table(["state", "leads to"], part.outcomes.map(([from, to]) => [stateButton(from), leadsTo(to)])));
      ensureShown(evidence, box, part.state, ...part.from, ...part.outcomes.flatMap(([from, to]) => [from, ...to]));
      break;
    }
    case "dilemma":
      box.append(claim(evidence, part, where, ", whatever is decided"));
      for (const attempt of part.tries) {
        box.append(table(["agent", "sees", "does"], decisions(evidence, attempt.decisions)));
        const start = attempt.states[0];
        box.append(note("then play can be lost", ...(start === part.state ? [":"] : [" from ", stateButton(start), ", which looks the same as ", stateButton(part.state), ":"])));
        timeline(evidence, box, { states: attempt.states.map(id => evidence.states[id]), ids: attempt.states, actions: attempt.actions, backTo: attempt.back_to });
      }
      ensureShown(evidence, box, part.state);
      break;
    case "checked":
      box.append(claim(evidence, part, where, make("span", { class: "note" }, ` — checked by the engine${part.scope ? " " + part.scope : ""}; not replayed`)));
      ensureShown(evidence, box, part.state);
      break;
  }
}

/* Where play can go on to. */
const leadsTo = states => make("span", {}, ...(states && states.length ? listed(states.map(stateButton)) : ["nowhere"]));

/* What agents do where they see something. */
function decisions(evidence, table) {
  return table.map(([agent, local, action]) => {
    const seen = evidence.sees[evidence.agents.indexOf(agent)];
    return [agent, local.map((value, at) => evidence.variables[seen[at]] + "=" + value).join(" ") || "nothing", action];
  });
}

function table(head, rows) {
  const row = ([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), rest.map(cell => make("td", {}, cell)));
  return make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, head.map(name => make("th", { scope: "col" }, name)))), make("tbody", {}, rows.map(row))));
}

/* Where a path formula stands along its path. */
function drawReadings(evidence, part, box) {
  const button = at => positionButton(part, at);
  for (const [constraint, at] of part.fair || []) box.append(note(`fairness constraint ${constraint + 1} is met in `, button(at)));
  if (evidence.traces === "finite" && (part.back_to ?? null) === null && (part.holds || part.reads))
    box.append(note(button(part.states.length - 1), " is the last position of the trace"));
  for (const [formula, positions] of part.holds || [])
    if (positions.length) box.append(note(code(evidence, formula), " is true from ", ...listed(positions.map(button))));
  for (const { formula, from, steps, ends } of part.reads || []) {
    const read = (steps || []).flatMap(([at, formula]) => [code(evidence, formula), " in ", button(at), ", "]);
    box.append(note(code(evidence, formula), " is read from ", button(from), ": ", ...read,
      ...(ends.length ? [read.length ? "end in " : "matches end in ", ...listed(ends.map(button))] : ["there is no match"])));
  }
}

/* How a state that stands on no path is reached. */
function drawOrigin(evidence, box, there, like) {
  const way = evidence.origins.find(origin => origin.state === there);
  if (shown.has(there)) return;
  if (!way) { ensureShown(evidence, box, there); return; }
  box.append(note("how ", stateButton(there), " is reached", ...(like ? ["; at its end, ", make("span", { class: "holds" }, "what is seen and the same"), ", ", make("span", { class: "fails" }, "what differs and is not seen")] : [])));
  timeline(evidence, box, { ...named(evidence, way), like });
}

/* States that stand on no path, side by side. */
function ensureShown(evidence, box, ...states) {
  const missing = [...new Set(states)].filter(state => !shown.has(state));
  if (missing.length) timeline(evidence, box, { states: missing.map(state => evidence.states[state]), ids: missing, actions: [], apart: true });
}

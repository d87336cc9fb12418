/* One table per run: a column per state, a lane per agent, the actions of a step under the state that it leaves. */

/* Longer values and names are cut; the whole is their title. */
const LONGEST_VALUE = 12, LONGEST_NAME = 30;
const cut = text => text.length > LONGEST_VALUE ? text.slice(0, LONGEST_VALUE - 1) + "…" : text;
const whole = (text, longest) => text.length > longest ? text : undefined;

/* A run of values, with the numbers of the states that the evidence knows. */
function named(evidence, run) {
  const ids = run.states.map(values => evidence.numbers.get(values.join("\u0000")) ?? null);
  return { states: run.states, ids, actions: run.actions };
}

/*
 * Appends a timeline to a box; the places of its columns. Wishes:
 * states, ids, actions: the run; backTo: the position after the last one; path: the part that it belongs to;
 * apart: states without steps between them; like: a state that the last one is compared with, and for whom;
 * rows: the variables and the agents that get a line, the runs that are compared, and what folds with them; widths: characters per column from the end, also of empty ones.
 */
function timeline(evidence, parent, { states, ids, actions, backTo, path, apart, like, rows, widths }) {
  const loopStart = backTo ?? states.length;
  const loops = loopStart < states.length;
  const names = labels(ids);
  const padding = widths ? widths.length - states.length : 0;
  const pads = name => Array.from({ length: padding }, () => make(name, { class: "pad" }));
  const head = make("tr", {}, make("th", {}, apart ? "state" : "step"), pads("th"));
  const columns = states.map((values, at) => {
    const place = places.length, id = ids[at];
    const [, name, step] = /^(\S+)(?: (.*))?$/.exec(id === null ? `${at}` : names[at]);
    const width = widths ? `min-width:calc(${widths[at + padding]}ch + 13px)` : undefined;
    const cell = make("th", { class: "state" + (at >= loopStart ? " loop" : ""), scope: "col", tabindex: "0", style: width, "data-place": place, "data-state": id,
      onclick: () => pick(place), onkeydown: event => { if (event.key === "Enter") pick(place); } }, name, step ? make("small", {}, step) : null);
    const column = make("col");
    places.push({ state: id, label: names[at], values, cell, column });
    if (id !== null && !shown.has(id)) shown.set(id, place);
    head.append(cell);
    return { place, column };
  });
  if (path) path.columns = columns.map(({ place }) => place);
  if (padding) head.querySelectorAll(".pad").forEach((cell, at) => { cell.style.minWidth = `calc(${widths[at]}ch + 13px)`; });
  if (loops) head.append(make("th", {}, "↻ ", make("button", { class: "where", onclick: () => visit(columns[loopStart].place) }, names[loopStart])));
  const last = states.length - 1;
  const seen = like ? union(evidence, like.agents) : new Set();
  const differs = index => like && states[last][index] !== like.values[index];
  const telling = rows ? index => rows.variables.has(index)
    : index => states.length === 1 || apart || seen.has(index) || differs(index) || states.some(values => values[index] !== states[0][index]);
  const acting = rows ? rows.agents : busy(evidence, actions);
  const body = make("tbody"), lanes = [];
  const lane = (number, name, near, values, cell) => lanes.push({ name, near, key: values.join("\u0000"), row: head => {
    const text = typeof head !== "string" ? head : head.length > LONGEST_NAME ? "…" + head.slice(1 - LONGEST_NAME) : head;
    return make("tr", {}, make("th", { class: "tint", scope: "row", style: tint(number), title: whole(name, LONGEST_NAME) }, text),
      pads("td"), states.map((_, at) => cell(at)), loops ? make("td") : null);
  } });
  const runs = rows ? rows.runs : [{ states, actions }];
  evidence.agents.forEach((agent, number) => {
    evidence.variables.forEach((name, index) => {
      if (name.slice(0, name.indexOf(".")) !== agent || !telling(index)) return;
      lane(number, name, nearness(index), runs.flatMap(run => run.states.map(values => values[index])), at => {
        const value = states[at][index];
        const changed = at > 0 && !apart && value !== states[at - 1][index] ? "changed " : "";
        const compared = at < last || !like ? "" : differs(index) ? "differs" : seen.has(index) ? "same" : "";
        return make("td", { class: changed + compared, title: whole(value, LONGEST_VALUE) }, cut(value));
      });
    });
    if (acting.has(number)) lane(number, agent + " does →", 1, runs.flatMap(run => run.actions.map(action => action[number])), at => {
      const action = actions[at] ? actions[at][number] : "";
      return make("td", { class: "act", title: whole(action, LONGEST_VALUE) }, cut(action));
    });
  });
  drawLanes(evidence, body, lanes, padding + states.length + (loops ? 1 : 0), rows ? rows.folds : new Map());
  const group = make("colgroup", {}, make("col"), pads("col"), columns.map(({ column }) => column));
  parent.append(make("div", { class: "scroll" }, make("table", {}, group, make("thead", {}, head), body)));
  const hidden = evidence.variables.filter((_, index) => !telling(index)).length;
  if (hidden && !rows) parent.append(note(`variables that do not change are not shown (${hidden} of ${evidence.variables.length}); pick a state to see them`));
  return columns.map(({ place }) => place);
}

/* The agents who ever do something in a run. */
function busy(evidence, actions) {
  const all = evidence.agents.map((_, number) => number);
  return new Set(all.filter(number => actions.some(action => action[number] !== "(silent)")));
}

/* What some agents see together. */
function union(evidence, agents) {
  return new Set(agents.flatMap(agent => evidence.sees[evidence.agents.indexOf(agent)]));
}

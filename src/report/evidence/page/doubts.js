/* Knowledge: states that somebody cannot tell apart, and why he does not know. */

function drawJump(evidence, part, box) {
  let here = part.state;
  if (!part.doubt) ensureShown(evidence, box, part.state);
  part.steps.forEach(([, there], index) => {
    box.append(jumpButton(evidence, part, index, here));
    here = there;
  });
  if (part.doubt) { drawDoubt(evidence, part, box); return; }
  here = part.state;
  for (const [agents, there] of part.steps) {
    drawOrigin(evidence, box, there, here === there ? undefined : { values: evidence.states[here], agents });
    here = there;
  }
}

/* A step of knowledge, to be followed. */
function jumpButton(evidence, part, index, here) {
  const [agents, there] = part.steps[index];
  const names = who(agents);
  const text = here === there ? `${names}: s${here} itself is possible` : `${names} cannot tell s${here} from s${there} →`;
  const follow = () => visit(part.doubtColumn ?? shown.get(there));
  return make("button", { class: "jump tint", style: tint(evidence.agents.indexOf(agents[0])), "data-jump": there, title: "follow", onclick: follow }, text);
}

/* Two runs that look the same at their ends, with the same lines, so that they can be compared. */
function drawDoubt(evidence, part, box) {
  const { agents, real, other, different, enough, smallest, untrue } = part.doubt;
  const names = who(agents), several = agents.length > 1;
  const seen = union(evidence, agents);
  const all = [...real.states, ...other.states];
  const telling = index => seen.has(index) || all.some(values => values[index] !== all[0][index]);
  const variables = new Set([...evidence.variables.keys()].filter(telling));
  const rows = { variables, agents: busy(evidence, [...real.actions, ...other.actions]), runs: [real, other], folds: new Map() };
  const widths = columnWidths([real, other], rows);
  const ends = [real, other].map(run => run.states[run.states.length - 1]);
  const runs = make("div", { class: "runs" });
  const [, there] = [real, other].map((run, number) => {
    const heading = number ? `what ${agents.length > 2 ? "they" : names} ${several ? "consider" : "considers"} possible` : "what happened";
    const half = make("div", { class: "run" }, make("p", { class: "heading" }, heading));
    runs.append(half);
    return timeline(evidence, half, { ...named(evidence, run), like: { values: ends[1 - number], agents }, rows, widths });
  });
  part.doubtColumn = there[there.length - 1];
  box.append(runs);
  const sees = several ? "see" : "sees", does = several ? "do" : "does";
  box.append(note(...(seen.size ? [`at both ends, ${names} ${sees} `, make("span", { class: "holds" }, "= the same"), ` and ${does} not see `] : [`${names} ${sees} nothing, and not `]),
    make("span", { class: "fails" }, "≠ what differs"), ` (${different.length} of ${evidence.variables.length} variables)`,
    variables.size < evidence.variables.length ? "; all other values are the same in both and do not change" : ""));
  if (untrue) box.append(make("p", { class: "enough" }, "the formula is false in what happened, so that nobody can know it"));
  else if (enough) {
    const variables = listed(enough.map(index => make("code", {}, evidence.variables[index])));
    box.append(make("p", { class: "enough" }, `it would be enough${smallest ? "" : " (perhaps more than needed)"} to see besides: `, ...variables));
  }
  const [left, right] = runs.querySelectorAll(".scroll");
  const together = (from, to) => from.addEventListener("scroll", () => { if (runs.classList.contains("stacked")) to.scrollLeft = from.scrollLeft; to.scrollTop = from.scrollTop; });
  together(left, right);
  together(right, left);
  arrange(runs);
  for (const scroll of [left, right]) scroll.scrollLeft = scroll.scrollWidth;
}

/* The characters that each column needs in either run; they end together. */
function columnWidths(runs, { variables, agents }) {
  const longest = Math.max(...runs.map(run => run.states.length));
  const widths = Array(longest).fill(3);
  for (const { states, actions } of runs)
    states.forEach((values, at) => {
      const column = at + longest - states.length;
      const mark = at + 1 === states.length ? 2 : 0;
      for (const index of variables) widths[column] = Math.max(widths[column], cut(values[index]).length + mark);
      for (const number of agents) if (actions[at]) widths[column] = Math.max(widths[column], cut(actions[at][number]).length);
    });
  return widths;
}

/* Beside each other if there is room. */
function arrange(runs) {
  const fits = () => runs.scrollWidth <= runs.clientWidth;
  runs.classList.remove("bare", "stacked");
  for (const box of runs.querySelectorAll(".scroll")) {
    box.classList.remove("tall");
    box.classList.toggle("tall", box.scrollHeight > box.clientHeight);
  }
  if (fits()) return;
  runs.classList.add("bare");
  if (fits()) return;
  runs.classList.replace("bare", "stacked");
}

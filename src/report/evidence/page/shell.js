/* The list of formulas, the picked state, and the keyboard. */

function select(index) {
  const { number, text, verdict, evidence, notes, near } = data.formulas[index];
  if (!evidence) return;
  current = { index, evidence, near };
  trail = []; places = []; picked = -1; shown = new Map();
  for (const button of $("formulas").querySelectorAll("button")) {
    const here = Number(button.dataset.index) === index;
    button.setAttribute("aria-current", String(here));
    if (here) button.scrollIntoView({ block: "nearest" });
  }
  const view = $("view");
  view.replaceChildren(make("h2", {}, number + " ", make("span", { class: verdict }, verdict), " ", make("code", {}, text)), ...notes.map(text => note(text)));
  draw(evidence, view);
  view.scrollTop = 0;
  $("detail").replaceChildren(note("Pick a state to see all its values and what each agent sees of them."));
  if (places.length) pick(0, false);
}

function pick(place, focus = true) {
  if (!current || !places[place]) return;
  if (picked >= 0) for (const element of [places[picked].cell, places[picked].column]) element.classList.remove("picked");
  picked = place;
  const { cell, column, values, state, label } = places[place];
  cell.classList.add("picked");
  column.classList.add("picked");
  // Names of variables stand over what is scrolled away to the left.
  cell.closest(".scroll").style.scrollPaddingLeft = cell.parentNode.firstChild.offsetWidth + "px";
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (focus) cell.focus({ preventScroll: true });
  const { evidence } = current;
  const jumps = evidence.parts.filter(part => part.kind === "jump" && state !== null && part.state === state);
  $("detail").replaceChildren(
    make("h2", {}, state === null ? `A state on the way (${label})` : "State " + label),
    ...jumps.map(part => jumpButton(evidence, part, 0, state)),
    make("h3", {}, "All values"),
    make("table", {}, make("tbody", {}, evidence.variables.map((name, index) => make("tr", {}, make("th", { class: name.length <= 24 ? "short" : "", scope: "row" }, name), make("td", {}, values[index]))))),
    make("h3", {}, "What each agent sees"),
    ...evidence.agents.map((agent, number) => make("div", { class: "view tint", style: tint(number) },
      make("strong", {}, agent),
      make("div", { class: "values" }, evidence.sees[number].map(index => evidence.variables[index] + "=" + values[index]).join("  ") || "nothing")))
  );
  $("detail").scrollTop = 0;
}

/* Goes to a column, and remembers where it came from. */
function visit(place) {
  if (places[place] === undefined) return;
  if (picked >= 0) trail.push(picked);
  pick(place);
}

new ResizeObserver(() => {
  document.querySelectorAll(".runs").forEach(arrange);
  $("formulas").querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
}).observe($("view"));

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const able = [...data.formulas.keys()].filter(index => data.formulas[index].evidence);
  const step = direction => {
    const at = able.indexOf(current ? current.index : -1) + direction;
    if (able[at] !== undefined) select(able[at]);
  };
  switch (event.key) {
    case "ArrowRight": pick(picked + 1); break;
    case "ArrowLeft": pick(picked - 1); break;
    case "ArrowDown": step(1); break;
    case "ArrowUp": step(-1); break;
    case "k": case "K": { const jump = $("detail").querySelector("[data-jump]"); if (jump) jump.click(); break; }
    case "b": case "B": if (trail.length) pick(trail.pop()); break;
    default: return;
  }
  event.preventDefault();
});

for (const [index, { number, text, verdict, evidence, notes }] of data.formulas.entries())
  $("formulas").append(make("button", { class: number.endsWith("case") ? "case" : "", "data-index": index, "data-number": number, disabled: !evidence, onclick: () => select(index) },
    number + " ", make("span", { class: verdict }, verdict), make("code", {}, text), notes.map(text => make("span", { class: "note" }, text))));
const first = data.formulas.findIndex(formula => formula.evidence);
if (first >= 0) select(first);
else $("view").append(note("There is nothing to show: no formula has evidence."));

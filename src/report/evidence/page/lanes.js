/* The lines of large timelines: what the formula names first, like-named ones with the same values as one, the rest behind a click. */

/* Timelines of no more variables stay as they are. So few lines are not put together, and so many that do not matter are shown. */
const MANY_VARIABLES = 16, FEW_ALIKE = 3, MOST_OTHERS = 8;
const NEAR = ["named", "seen", "other"];

/* How near a variable is to the formula: 0 it names it, 1 its agents see it, 2 neither. */
const nearness = index => Math.max(0, NEAR.indexOf(current.near?.[index]));

/* Lines in groups: names that differ in one number, which goes up by one, with the same values. The first names decide about the order. */
function alike(lanes) {
  const groups = [], ends = new Map();
  for (const [at, lane] of lanes.entries()) {
    const numbers = [];
    const pattern = lane.name.replace(/\d+/g, digits => { numbers.push(Number(digits)); return "#"; });
    const key = numbers => [pattern, lane.near, ...numbers, lane.key].join("\u0000");
    let group;
    for (let place = 0; place < numbers.length && !group; place += 1) {
      const before = key(numbers.map((number, other) => other === place ? number - 1 : number));
      const found = ends.get(before);
      if (found && (found.place ?? place) === place) { group = found; group.place = place; ends.delete(before); }
    }
    if (!group) groups.push(group = { lanes: [] });
    group.lanes.push({ ...lane, at });
    ends.set(key(numbers), group);
  }
  const kept = groups.flatMap(({ lanes }) => lanes.length > FEW_ALIKE ? [lanes] : lanes.map(lane => [lane]));
  return kept.sort((one, other) => one[0].at - other[0].at);
}

/* Agents by their names, like-named ones as one. */
function who(agents) {
  const groups = alike(agents.map(name => ({ name, near: 0, key: "" })));
  return groups.map(group => group.length > 1 ? `${group[0].name} … ${group[group.length - 1].name} (${group.length})` : group[0].name).join(" and ");
}

/* Appends lines to the body of a table. Two timelines with the same `folds` fold and unfold together. */
function drawLanes(evidence, body, lanes, columns, folds) {
  if (evidence.variables.length <= MANY_VARIABLES) { body.append(...lanes.map(lane => lane.row(lane.name))); return; }
  const sorted = [...lanes].sort((one, other) => one.near - other.near);
  const groups = alike(sorted);
  const others = groups.filter(([first]) => first.near === 2);
  const hidden = others.length > MOST_OTHERS ? others : [];
  for (const group of groups) if (!hidden.includes(group)) drawGroup(body, group, folds);
  if (!hidden.length) return;
  const count = hidden.reduce((sum, group) => sum + group.length, 0);
  const row = make("tr", {}, make("th", { scope: "row" }, foldButton(`▸ ${count} more lines`, "rest", folds)), make("td", { colspan: columns }));
  body.append(row);
  onFold(folds, "rest", () => { for (const group of hidden) drawGroup(body, group, folds); row.remove(); });
}

/* A line, or several as one that opens. */
function drawGroup(body, group, folds) {
  const [first] = group, last = group[group.length - 1];
  if (group.length === 1) { body.append(first.row(first.name)); return; }
  const agent = first.name.slice(0, first.name.indexOf(".") + 1);
  const end = agent && last.name.startsWith(agent) ? last.name.slice(agent.length) : last.name;
  const text = `${first.name.replace(/ does →$/, "")} … ${end} (${group.length})`;
  const row = first.row(foldButton("▸ " + text, first.name, folds));
  let open = [];
  body.append(row);
  onFold(folds, first.name, () => {
    if (open.length) { open.forEach(line => line.remove()); open = []; }
    else { open = group.map(lane => lane.row(lane.name)); row.after(...open); }
    const button = row.querySelector(".fold");
    button.setAttribute("aria-expanded", String(open.length > 0));
    button.textContent = (open.length ? "▾ " : "▸ ") + text;
  });
}

function foldButton(text, key, folds) {
  return make("button", { class: "fold", "aria-expanded": "false", onclick: () => folds.get(key).forEach(fold => fold()) }, text);
}

function onFold(folds, key, fold) {
  folds.set(key, [...(folds.get(key) || []), fold]);
}

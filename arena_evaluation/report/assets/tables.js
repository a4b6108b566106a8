// The overview: figures in one line, a table of groups, a table of episodes.

const KEY_METRICS = ["time_to_goal", "path_length", "spl", "distance_min"];
const SHOWN_AT_ONCE = 300;

const mean = (values) => (values.length ? values.reduce((total, value) => total + value, 0) / values.length : null);

const numbersOf = (rows, name) => rows.map((row) => row.metrics[name]).filter((value) => typeof value === "number" || typeof value === "boolean").map(Number);

// A table that its heads sort. Columns: title, value (what it is sorted by), cell, number (set to the right).
function sortedTable(columns, rows, sorting, open) {
  const body = element("tbody");
  const heads = columns.map((column, place) =>
    element("th", { scope: "col", class: column.number ? "number" : "", title: column.hint ?? "" },
      element("button", { type: "button", onclick: () => sortBy(place) }, column.title)));
  let limit = SHOWN_AT_ONCE;

  function sortBy(place) {
    sorting.down = sorting.place === place ? !sorting.down : Boolean(columns[place].number);
    sorting.place = place;
    fill();
  }

  function fill() {
    heads.forEach((head, place) => head.setAttribute("aria-sort", place !== sorting.place ? "none" : sorting.down ? "descending" : "ascending"));
    const column = columns[sorting.place];
    const valued = rows.map((row, index) => [column ? column.value(row) : index, index, row]);
    if (column) valued.sort(([one, first], [other, second]) => (sorting.down ? compared(other, one, one, other) : compared(one, other, one, other)) || first - second);
    body.replaceChildren(...valued.slice(0, limit).map(([, , row]) => lineOf(row)));
    if (rows.length > limit) body.append(element("tr", {}, element("td", { colspan: columns.length }, element("button", { type: "button", class: "plain", onclick: () => {
      limit = rows.length;
      fill();
    } }, `Show all ${rows.length} rows`))));
  }

  function lineOf(row) {
    const line = element("tr", { class: open ? "opens" : "", onclick: (event) => open && !event.target.closest("a, button") && open(row) });
    for (const column of columns) line.append(element("td", { class: column.number ? "number" : column.wide ? "wide" : "" }, column.cell(row)));
    return line;
  }

  fill();
  return element("div", { class: "scroll", tabindex: "0" }, element("table", {}, element("thead", {}, element("tr", {}, heads)), body));
}

// Rows without a value come last, whichever way the others are sorted.
function compared(one, other, first, second) {
  if (first === null || second === null) return (first === null) - (second === null);
  return typeof one === "string" ? one.localeCompare(other, undefined, { numeric: true }) : one - other;
}

const groupSorting = { place: -1, down: false };
const episodeSorting = { place: -1, down: false };

function overview(report, view) {
  const rows = report.rows();
  view.append(tiles(report), groupsCard(report, rows), episodesCard(report, rows));
}

function tiles(report) {
  const episodes = report.shown();
  const usable = episodes.filter((episode) => !episode.problem);
  const ended = usable.filter((episode) => episode.outcome !== "CUT");
  const good = ended.filter((episode) => episode.outcome === "SUCCESS").length;
  const violated = usable.reduce((total, episode) => total + episode.violated, 0);
  const contacts = usable.reduce((total, episode) => total + episode.contacts, 0);
  const time = usable.reduce((total, episode) => total + episode.duration, 0);
  const tile = (value, text, kind = "", state = "") => element(state ? "button" : "div", { class: `tile ${kind}`, onclick: () => {
    if (!state) return;
    report.filter.state = state;
    report.show();
  } }, element("b", {}, value), element("span", {}, text));
  return element("div", { class: "tiles" },
    tile(String(usable.length), usable.length === 1 ? "episode" : "episodes"),
    tile(ended.length ? `${Math.round((100 * good) / ended.length)} %` : "–", "ended in success"),
    tile(String(violated), violated === 1 ? "violated condition" : "violated conditions", violated ? "bad" : "", violated && "violated"),
    tile(String(contacts), contacts === 1 ? "contact" : "contacts", contacts ? "bad" : "", contacts && "contact"),
    tile(clock(time).replace(/\.\d$/, ""), "simulated [min:s]"),
    usable.length < episodes.length && tile(String(episodes.length - usable.length), "damaged recordings", "bad", "DAMAGED"));
}

function groupsCard(report, rows) {
  const groups = new Map();
  for (const row of rows.filter((entry) => !entry.episode.problem)) {
    const id = JSON.stringify([row.planner, row.episode.world, row.episode.scenario]);
    if (!groups.has(id)) groups.set(id, []);
    groups.get(id).push(row);
  }
  const found = [...groups.entries()].map(([id, members]) => ({ id: JSON.parse(id), members }));
  // What can be compared stands together.
  found.sort((one, other) => compared(report.worldText(one.id[1]), report.worldText(other.id[1]), "", "") || compared(one.id[2], other.id[2], "", "") || compared(one.id[0], other.id[0], "", ""));
  const average = (name) => (group) => mean(numbersOf(group.members, name));
  const metricColumn = (name) => {
    const metric = report.metric.get(name);
    return metric && { title: titled(metric), number: true, hint: `mean of: ${metric.meaning}`, value: average(name), cell: (group) => figure(average(name)(group), metric.unit) };
  };
  const columns = [
    { title: "planner", value: (group) => group.id[0], cell: (group) => key(group.id[0], report.groupNames("planner").indexOf(group.id[0])) },
    { title: "world", value: (group) => group.id[1], cell: (group) => element("span", { title: group.id[1] }, named(report.worldText(group.id[1]))) },
    { title: "scenario", value: (group) => group.id[2], cell: (group) => named(group.id[2]) },
    { title: "runs", number: true, value: (group) => group.members.length, cell: (group) => String(group.members.length) },
    { title: "success", number: true, hint: "share of robots that met every phase of their task", value: average("success"), cell: (group) => meter(average("success")(group), numbersOf(group.members, "success").length) },
    { title: "outcomes", wide: true, value: (group) => outcomesOf(group.members)[0][0], cell: (group) => outcomesOf(group.members).map(([state, reason, count]) => element("span", { class: "outcome" }, badge(state), count > 1 && ` ×${count}`, reason && element("small", { title: reason }, named(reason)))) },
    { title: "violated", number: true, hint: "violated conditions", value: (group) => sum(group.members, (row) => row.violated), cell: (group) => warned(sum(group.members, (row) => row.violated)) },
    { title: "contacts", number: true, value: (group) => sum(group.members, (row) => row.metrics.collisions ?? 0), cell: (group) => warned(sum(group.members, (row) => row.metrics.collisions ?? 0)) },
    ...KEY_METRICS.map(metricColumn).filter(Boolean),
  ];
  const open = (group) => {
    Object.assign(report.filter, { planner: `=${group.id[0]}`, world: `=${group.id[1]}`, scenario: `=${group.id[2]}` });
    report.show();
  };
  return element("section", { class: "card", id: "groups" }, heading("Groups", "Means per planner, world and scenario. A click on a row shows its episodes alone."), sortedTable(columns, found, groupSorting, open));
}

const sum = (values, number) => values.reduce((total, value) => total + number(value), 0);

const warned = (count) => (count ? element("span", { class: "warned" }, String(count)) : "0");

const heading = (text, ...notes) => element("div", { class: "heading" }, element("h2", {}, text), notes.filter(Boolean).map((note) => element("p", {}, note)));

function meter(share, count) {
  if (share === null) return "–";
  return element("span", { class: "meter", title: `${(100 * share).toFixed(1)} % of ${plural(count, "whole run")}` }, element("i", { style: { width: `${Math.round(100 * share)}%` } }), element("b", {}, `${Math.round(100 * share)} %`));
}

// State, reason (without times, which differ from episode to episode) and number, most frequent first.
function outcomesOf(rows) {
  const counts = new Map();
  for (const { episode } of rows) {
    const told = ["SUCCESS", "CUT"].includes(episode.outcome) ? "" : episode.reason.replace(/[\d.]+ ?s\b/g, "… s");
    const id = JSON.stringify([episode.outcome, told]);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts.entries()].map(([id, count]) => [...JSON.parse(id), count]).sort((one, other) => other[2] - one[2]);
}

function episodesCard(report, rows) {
  const metricColumn = (metric) => ({
    title: titled(metric),
    number: true,
    hint: metric.meaning,
    value: (row) => (typeof row.metrics[metric.name] === "boolean" ? Number(row.metrics[metric.name]) : row.metrics[metric.name] ?? null),
    cell: (row) => element("span", { title: row.why[metric.name] ?? "" }, figure(row.metrics[metric.name], metric.unit)),
  });
  report.columns ??= KEY_METRICS.filter((name) => report.metric.has(name));
  const link = (row) => (row.episode.problem ? element("bdi", { class: "path" }, row.episode.recording) : element("a", { href: `#/episode/${row.episode.index}` }, `Episode ${row.episode.index + 1}`));
  const columns = [
    { title: "episode", value: (row) => row.episode.index, cell: link },
    { title: "violated", number: true, hint: "violated conditions", value: (row) => (row.episode.problem ? null : row.violated), cell: (row) => (row.episode.problem ? "–" : row.violated ? element("a", { href: `#/episode/${row.episode.index}/${row.episode.first}`, title: `First violation: at ${seconds(row.episode.first)}` }, warned(row.violated)) : "0") },
    { title: "outcome", wide: true, value: (row) => stateOf(row.episode), cell: outcomeCell },
    { title: "planner", value: (row) => row.planner, cell: (row) => (row.episode.problem ? "–" : key(row.planner, report.groupNames("planner").indexOf(row.planner))) },
    { title: "world", value: (row) => row.episode.world ?? "", cell: (row) => element("span", { title: row.episode.world ?? "" }, named(row.episode.problem ? "" : report.worldText(row.episode.world))) },
    { title: "scenario", value: (row) => row.episode.scenario ?? "", cell: (row) => named(row.episode.scenario ?? "") },
    new Set(rows.map((row) => row.robot)).size > 1 && { title: "robot", value: (row) => row.robot, cell: (row) => named(row.robot) },
    { title: "seed", number: true, value: (row) => row.episode.seed ?? null, cell: (row) => element("span", { class: "seed", title: row.episode.seed ?? "" }, row.episode.seed ?? "–") },
    { title: "contacts", number: true, value: (row) => row.metrics.collisions ?? null, cell: (row) => (row.metrics.collisions === undefined || row.metrics.collisions === null ? "–" : warned(row.metrics.collisions)) },
    ...report.columns.map((name) => metricColumn(report.metric.get(name))),
  ].filter(Boolean);
  const open = (row) => !row.episode.problem && (location.hash = `#/episode/${row.episode.index}`);
  return element("section", { class: "card", id: "episodes" },
    heading("Episodes", `${plural(rows.length, "row")}, one for each episode and robot. A click opens the episode.`),
    columnPicker(report), sortedTable(columns, rows, episodeSorting, open));
}

function outcomeCell({ episode }) {
  const told = episode.problem ?? (episode.outcome === "SUCCESS" ? "" : episode.reason);
  return [badge(stateOf(episode)), told && element("small", { class: "two", title: told }, named(told))];
}

function columnPicker(report) {
  const boxes = report.metrics.filter((metric) => metric.unit !== "text").map((metric) =>
    element("label", { title: metric.meaning }, element("input", { type: "checkbox", checked: report.columns.includes(metric.name), onchange: (event) => {
      report.columns = event.target.checked ? [...report.columns, metric.name] : report.columns.filter((name) => name !== metric.name);
      columnPicker.open = true;
      report.show();
    } }), spoken(metric.name)));
  return element("details", { class: "picker", open: Boolean(columnPicker.open), ontoggle: (event) => (columnPicker.open = event.target.open) }, element("summary", {}, "Columns"), element("div", {}, boxes));
}

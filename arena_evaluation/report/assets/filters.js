// The report as a whole: its episodes, and which of them are looked at.

class Report {
  constructor(values) {
    Object.assign(this, values);
    this.filter = { text: "", planner: "", world: "", scenario: "", state: "" };
    this.episodes.forEach((episode, index) => {
      episode.index = index;
      episode.rows ??= [];
      episode.label = episode.problem ? episode.recording : `${episode.world.split("/").at(-1)}, ${episode.scenario || "no scenario"}, seed ${episode.seed}`;
    });
    this.metric = new Map(this.metrics.map((metric) => [metric.name, metric]));
    this.plan = 0;
    this.show = () => {};
  }

  // Values of a field over all episodes, in the order of their first appearance.
  valuesOf(field) {
    return [...new Set(this.episodes.filter((episode) => !episode.problem).flatMap((episode) => fieldOf(episode, field)))];
  }

  // The last part of a path, unless another world ends alike.
  worldText(name) {
    const last = (text) => text.split("/").at(-1) || text;
    return this.valuesOf("world").filter((other) => last(other) === last(name)).length > 1 ? name : last(name);
  }

  groupNames(field) {
    return this.valuesOf(field);
  }

  isShown(episode) {
    const { text, planner, world, scenario, state } = this.filter;
    const told = [episode.recording, episode.world, episode.scenario, episode.outcome, episode.reason, episode.problem, ...fieldOf(episode, "planner"), ...fieldOf(episode, "robot")];
    if (text && !told.join(" ").toLowerCase().includes(text.toLowerCase())) return false;
    if (state === "violated" && !episode.violated) return false;
    if (state === "contact" && !episode.contacts) return false;
    if (state && state !== "violated" && state !== "contact" && stateOf(episode) !== state) return false;
    return [["planner", planner], ["world", world], ["scenario", scenario]].every(([field, wanted]) => !wanted || fieldOf(episode, field).includes(wanted.slice(1)));
  }

  shown() {
    return this.episodes.filter((episode) => this.isShown(episode));
  }

  // A row for each robot of the episodes that are looked at.
  rows() {
    const { planner } = this.filter;
    return this.shown().flatMap((episode) =>
      episode.problem ? [{ episode, robot: "", planner: "", metrics: {}, why: {} }] : episode.rows.map((row) => ({ ...row, episode })))
      .filter((row) => !planner || row.planner === planner.slice(1));
  }
}

const stateOf = (episode) => (episode.problem ? "DAMAGED" : episode.outcome);

function fieldOf(episode, field) {
  if (field === "planner" || field === "robot" || field === "model") return [...new Set(episode.rows.map((row) => row[field]))];
  return episode.problem ? [] : [episode[field]];
}

const SPLITS = [["planner", "planner"], ["world", "world"], ["scenario", "scenario"], ["model", "robot model"]];

const groupOf = (row, field) => (field === "planner" || field === "model" ? row[field] : row.episode[field]);

function filterBar(report) {
  const set = (field) => (value) => {
    report.filter[field] = value;
    report.show();
  };
  // A value of the empty text is a choice as well, so all values carry a sign.
  const options = (field) => [["", "all"], ...report.valuesOf(field).map((value) => [`=${value}`, (field === "world" ? report.worldText(value) : value) || "–"])];
  const states = [...new Set(report.episodes.map(stateOf))].map((state) => [state, LABELS[state] ?? state.toLowerCase()]);
  const search = element("input", { type: "search", placeholder: "Search …", "aria-label": "Search", value: report.filter.text, oninput: (event) => {
    report.filter.text = event.target.value;
    clearTimeout(filterBar.due);
    filterBar.due = setTimeout(() => {
      report.show();
      const again = document.querySelector(".filters input");
      again.focus();
      again.setSelectionRange(again.value.length, again.value.length);
    }, 250);
  } });
  const active = Object.values(report.filter).some((value) => value);
  return element("div", { class: "filters" },
    search,
    choice("Planner", options("planner"), report.filter.planner, set("planner")),
    choice("World", options("world"), report.filter.world, set("world")),
    choice("Scenario", options("scenario"), report.filter.scenario, set("scenario")),
    choice("Outcome", [["", "all"], ...states, ["violated", "with a violation"], ["contact", "with a contact"]], report.filter.state, set("state")),
    active && element("button", { type: "button", class: "plain", onclick: () => {
      for (const field of Object.keys(report.filter)) report.filter[field] = "";
      report.show();
    } }, "Clear"));
}

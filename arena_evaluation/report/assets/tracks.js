// Where everybody is at a moment, and the map with everybody's way.

const JUMP_CM = 150;
const TURN = 256;
const MANY_LINES = 40;

// Sample before a moment, the one after it, and the share of the way between them.
function placeInTime(episode, time) {
  const last = episode.samples - 1;
  const before = Math.min(last, Math.max(0, Math.floor(time / episode.period)));
  const after = Math.min(last, before + 1);
  const length = after === last ? episode.duration - before * episode.period : episode.period;
  const share = length > 0 ? Math.min(1, (time - before * episode.period) / length) : 0;
  return [before, after, share];
}

function poseAt(episode, agent, time) {
  const [before, after, share] = placeInTime(episode, time);
  const here = [agent.x[before], agent.y[before], agent.heading[before]];
  if (Number.isNaN(here[0])) return null;
  const there = [agent.x[after], agent.y[after], agent.heading[after]];
  const far = Math.hypot(there[0] - here[0], there[1] - here[1]);
  // Whoever is gone, or was moved, in the next sample stays until then.
  const moved = far < JUMP_CM ? share : 0;
  const mixed = here.map((value, index) => (moved ? value + moved * (there[index] - value) : value));
  return { x: mixed[0], y: mixed[1], angle: (mixed[2] / TURN) * 2 * Math.PI };
}

function opennessAt(episode, time) {
  const [before, after, share] = placeInTime(episode, time);
  const known = new Map(episode.moving.map((door) => [door.name, door]));
  return (name) => {
    const door = known.get(name);
    if (!door || Number.isNaN(door.open[before])) return 0;
    const next = Number.isNaN(door.open[after]) ? door.open[before] : door.open[after];
    return (door.open[before] + share * (next - door.open[before])) / 100;
  };
}

function drawWay(sheet, agent, first, last) {
  const pen = sheet.context;
  pen.beginPath();
  for (let index = first; index <= last; index++) {
    const far = index > first ? Math.hypot(agent.x[index] - agent.x[index - 1], agent.y[index] - agent.y[index - 1]) : Infinity;
    if (Number.isNaN(agent.x[index])) continue;
    const [x, y] = sheet.at(agent.x[index], agent.y[index]);
    if (far < JUMP_CM) pen.lineTo(x, y);
    else pen.moveTo(x, y);
  }
  pen.stroke();
}

async function trajectories(report, view) {
  const found = report.shown().filter((episode) => !episode.problem);
  const worlds = [...new Map(found.toReversed().map((episode) => [episode.plan, episode.world])).entries()].sort(([one], [other]) => one - other);
  if (!worlds.length) return view.append(element("p", { class: "nothing" }, "No episode is left by the filter."));
  const chosen = worlds.some(([plan]) => plan === report.plan) ? report.plan : worlds[0][0];
  const plan = await planOf(chosen);
  const episodes = found.filter((episode) => episode.plan === chosen);
  const details = await Promise.all(episodes.map((episode) => episodeOf(episode.index)));
  const groups = report.groupNames("planner");
  const lines = episodes.flatMap((episode, number) =>
    details[number].agents.filter((agent) => agent.kind === "robot").map((agent) => ({ episode, agent, group: groups.indexOf(plannerOf(episode, agent.name)) })));
  let level = plan.levels[0]?.name ?? "";
  const many = lines.length > MANY_LINES;
  let near = null;
  const canvas = element("canvas", { class: "map", "aria-label": "Trajectories over the map", role: "img" });
  const note = element("p", { class: "note" }, `${plural(lines.length, "trajectory", "trajectories")}. Point at one to name it, click it to open its episode.`);
  const card = element("section", { class: "card" });
  const sheet = new Sheet(canvas, () => draw());
  const change = (name) => {
    level = name;
    sheet.show(boxOf(plan, level) ?? reachOf(lines.map((line) => line.agent)));
    bar.replaceWith((bar = levelButtons(plan, level, change)));
  };
  let bar = levelButtons(plan, level, change);

  function draw() {
    if (!sheet.width) return;
    const pen = sheet.context;
    sheet.begin(() => {
      drawPlan(sheet, plan);
      drawDoors(sheet, plan, () => 0);
    });
    pen.lineJoin = "round";
    for (const line of lines) {
      pen.strokeStyle = faded(groupColor(line.group), near === line ? 1 : near ? 0.2 : many ? 0.45 : 0.8);
      pen.lineWidth = near === line ? 4 : many ? 1.2 : 2;
      pen.setLineDash(line.group % 2 ? [7, 3] : []);
      drawWay(sheet, line.agent, 0, line.agent.x.length - 1);
    }
    pen.setLineDash([]);
  }

  function nearest(event) {
    let best = null;
    let least = 12;
    for (const line of lines) {
      for (let index = 0; index < line.agent.x.length; index++) {
        const [x, y] = sheet.at(line.agent.x[index], line.agent.y[index]);
        const far = Math.hypot(x - event.offsetX, y - event.offsetY);
        if (far < least) [least, best] = [far, line];
      }
    }
    return best;
  }

  canvas.addEventListener("pointermove", (event) => {
    const found = nearest(event);
    if (found === near) return;
    near = found;
    canvas.style.cursor = near ? "pointer" : "";
    canvas.title = near ? `${near.episode.label}, ${near.agent.name}` : "";
    draw();
  });
  canvas.addEventListener("click", (event) => {
    const found = nearest(event);
    if (found) location.hash = `#/episode/${found.episode.index}`;
  });
  const select = choice("World", worlds.map(([key, name]) => [String(key), report.worldText(name)]), String(chosen), (value) => {
    report.plan = Number(value);
    report.show();
  });
  card.append(
    element("div", { class: "tools" }, select, bar, element("div", { class: "legend" }, groups.map((name, index) => key(name, index))), zoomButtons(sheet, () => change(level))),
    element("div", { class: "stage tall" }, canvas),
    note);
  view.append(card);
  change(level);
}

// Around all tracks, where the recording holds no world.
function reachOf(agents) {
  let box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const agent of agents) agent.x.forEach((x, index) => {
    if (Number.isNaN(x)) return;
    const y = agent.y[index];
    box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  });
  return box[0] <= box[2] ? box : [0, 0, 100, 100];
}

const plannerOf = (episode, robot) => episode.rows.find((row) => row.robot === robot)?.planner ?? "";

function key(name, index) {
  return element("span", { class: "key" }, element("i", { style: { background: groupColor(index) } }), named(name));
}

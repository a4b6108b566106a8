// One episode: the plan with everybody in motion, the bar of time, verdicts, figures.

const SPEEDS = [1, 2, 4, 8, 16, 32, 64];
const TRAIL_S = 8;

async function episodeView(report, view, index, time) {
  const told = report.episodes[index];
  if (!told || told.problem) return view.append(element("p", { class: "nothing" }, "There is no such episode."));
  const [episode, plan] = await Promise.all([episodeOf(index), planOf(told.plan)]);
  const player = new Player(episode, plan, told);
  view.append(episodeHead(report, told), player.root, figures(report, told));
  player.start(time);
  return player;
}

function episodeHead(report, told) {
  const shown = report.shown().filter((episode) => !episode.problem);
  const place = shown.findIndex((episode) => episode.index === told.index);
  const beside = (step, text, label) => {
    const other = place < 0 ? null : shown[place + step];
    return other ? element("a", { class: "step", href: `#/episode/${other.index}`, "aria-label": label, title: label }, text) : element("span", { class: "step off" }, text);
  };
  return element("div", { class: "episode-head" },
    element("div", { class: "crumbs" }, element("a", { href: "#/overview" }, "← Overview"), element("span", { class: "steps" }, beside(-1, "‹", "Previous episode"), `Episode ${told.index + 1}`, beside(1, "›", "Next episode"))),
    element("h1", {}, element("span", { title: told.world }, named(report.worldText(told.world))), told.scenario && [" · ", named(told.scenario)]),
    element("p", { class: "facts" }, badge(told.outcome), element("bdi", {}, told.reason), ...told.rows.map((row) => key(`${row.robot} (${row.planner})`, report.groupNames("planner").indexOf(row.planner))), element("span", {}, `seed ${told.seed}`), element("span", {}, plural(told.people, "person", "people")), element("bdi", { class: "path" }, told.recording)));
}

function figures(report, told) {
  const rows = report.metrics.map((metric) => element("tr", {},
    element("th", { scope: "row", title: metric.meaning }, titled(metric)),
    told.rows.map((row) => element("td", { class: "number", title: row.why[metric.name] ?? "" }, figure(row.metrics[metric.name], metric.unit))),
    element("td", { class: "wide" }, told.rows.length === 1 && told.rows[0].why[metric.name] ? named(`no value: ${told.rows[0].why[metric.name]}`) : metric.meaning)));
  const head = element("tr", {}, element("th", {}, "metric"), told.rows.map((row) => element("th", { class: "number" }, named(row.robot))), element("th", {}, "meaning"));
  return element("details", { class: "card figures" }, element("summary", {}, "All metrics of this episode"), element("div", { class: "scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, rows))));
}

class Player {
  constructor(episode, plan, told) {
    Object.assign(this, { episode, plan, told, time: 0, speed: 1, playing: false, follow: true, names: true });
    this.events = eventsOf(episode);
    // Where there is one level only, nobody needs to read which.
    const short = (name) => (plan.levels.length < 2 ? name.replace(/\/[^/]*$/, "") : name);
    this.lines = timeline(episode, short, (time) => this.seek(time));
    this.canvas = element("canvas", { class: "map", role: "img", "aria-label": "The episode, from above" });
    this.sheet = new Sheet(this.canvas, () => this.draw());
    this.bar = element("div", { class: "slot" });
    this.root = element("div", { class: "player" }, this.stage(), this.aside(), this.transport());
    this.level = plan.levels[0]?.name ?? "";
    this.onkey = (event) => this.press(event);
    document.addEventListener("keydown", this.onkey);
  }

  stage() {
    return element("section", { class: "card scene" },
      element("div", { class: "tools" }, this.bar, this.legend(), zoomButtons(this.sheet, () => this.sheet.show(this.sheet.box))),
      element("div", { class: "stage" }, this.canvas));
  }

  legend() {
    return element("div", { class: "legend" },
        element("span", { class: "key" }, element("i", { class: "robot" }), "robot"),
        element("span", { class: "key" }, element("i", { class: "person" }), "person"),
        element("span", { class: "key" }, element("i", { class: "doorway" }), "door"),
        element("span", { class: "key" }, element("i", { class: "goal" }), "goal"),
        element("label", { class: "key" }, element("input", { type: "checkbox", checked: true, onchange: (event) => {
          this.names = event.target.checked;
          this.draw();
        } }), "names"));
  }

  aside() {
    const order = ["violated", "unknown", "pending", "holds"];
    const verdicts = [...this.episode.verdicts].sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || (one.time ?? 0) - (other.time ?? 0));
    const several = new Set(this.episode.verdicts.map((verdict) => verdict.robot)).size > 1;
    const entry = (verdict) => element("li", {}, element("button", { type: "button", class: `verdict ${tone(verdict.state)}`, "data-state": verdict.state, onclick: () => this.seek(verdict.time ?? this.episode.duration) },
      element("span", { class: "line" }, badge(verdict.state), verdict.time !== null && element("time", {}, `at ${seconds(verdict.time)}`)),
      element("b", {}, named(verdict.text || verdict.rule)), several && element("small", {}, named(verdict.robot)),
      verdict.text && element("code", {}, named(verdict.rule)), verdict.reason && element("span", { class: "why" }, named(verdict.reason))));
    const contact = (found) => element("li", {}, element("button", { type: "button", class: "verdict bad", onclick: () => this.seek(found.begin) },
      element("span", { class: "line" }, element("span", { class: "badge contact" }, element("i", {}, "▲"), "contact"), element("time", {}, `at ${seconds(found.begin)}`)),
      element("b", {}, named(found.robot), " and ", named(found.partner || found.kind)), element("span", { class: "why" }, `for ${seconds(found.end - found.begin)}`)));
    return element("section", { class: "card verdicts" }, element("h2", {}, "Conditions"),
      verdicts.length ? element("ol", {}, verdicts.map(entry)) : element("p", { class: "nothing" }, "This episode has no conditions."),
      this.episode.contacts.length > 0 && [element("h2", {}, "Contacts"), element("ol", {}, this.episode.contacts.slice(0, 100).map(contact))]);
  }

  transport() {
    const button = (id, text, label, act) => element("button", { type: "button", id, title: label, "aria-label": label, onclick: act }, text);
    this.play = button("play", "", "Play (space)", () => this.toggle());
    this.clock = element("output", { id: "clock" });
    this.range = element("input", { type: "range", id: "scrub", min: "0", max: String(Math.max(this.episode.duration, 0.001)), step: "any", value: "0", "aria-label": "Time", oninput: (event) => this.seek(Number(event.target.value), false) });
    this.pace = choice("Speed", SPEEDS.map((speed) => [String(speed), `${speed}×`]), "1", (value) => (this.speed = Number(value)));
    this.heads = [element("i", { class: "head" }), element("i", { class: "head" })];
    const marks = this.events.map((event) => element("button", { type: "button", class: `point ${event.kind}`, tabindex: "-1", title: `${seconds(event.time)}: ${event.text}`, "aria-label": event.text, style: { left: this.lines.share(event.time) }, onclick: () => this.seek(event.time) }));
    return element("section", { class: "card transport" },
      element("div", { class: "controls" }, button("before", icon("before"), "Violation or contact before (p)", () => this.jump(-1)), this.play, button("after", icon("after"), "Next violation or contact (n)", () => this.jump(1)), this.clock, this.pace,
        element("span", { class: "help" }, "space plays, ← → one second, with shift five, n p next and previous event")),
      element("div", { class: "lane scrub" }, element("div", { class: "name" }, plural(this.events.length, "event")), element("div", { class: "track" }, this.range, marks)),
      this.lines.axis,
      element("div", { class: "lanes-box" }, this.lines.lanes, element("div", { class: "lane over" }, element("div", { class: "name" }), element("div", { class: "track" }, this.heads[0]))));
  }

  start(time) {
    this.change(this.levelNow(time) ?? this.level, true);
    this.seek(time);
  }

  leave() {
    this.playing = false;
    document.removeEventListener("keydown", this.onkey);
  }

  change(level, follow = false) {
    this.level = level;
    this.follow = follow;
    this.bar.replaceChildren(levelButtons(this.plan, level, (name) => this.change(name)));
    this.sheet.show(boxOf(this.plan, level) ?? reachOf(this.episode.agents));
  }

  levelNow(time) {
    const robot = this.episode.agents.find((agent) => agent.kind === "robot");
    const pose = robot && poseAt(this.episode, robot, time);
    return pose ? levelAt(this.plan, pose.x, pose.y) : null;
  }

  seek(time, follow = true) {
    this.time = Math.min(this.episode.duration, Math.max(0, time));
    if (follow && !this.playing) this.follow = true;
    this.shown();
  }

  jump(step) {
    const times = this.events.map((event) => event.time);
    const found = step > 0 ? times.find((time) => time > this.time + 0.01) : times.findLast((time) => time < this.time - 0.01);
    this.seek(found ?? (step > 0 ? this.episode.duration : 0));
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.episode.duration) this.time = 0;
    this.last = null;
    if (this.playing) requestAnimationFrame((now) => this.step(now));
    this.shown();
  }

  step(now) {
    if (!this.playing) return;
    if (this.last !== null) this.time = Math.min(this.episode.duration, this.time + ((now - this.last) / 1000) * this.speed);
    this.last = now;
    if (this.time >= this.episode.duration) this.playing = false;
    this.shown();
    if (this.playing) requestAnimationFrame((later) => this.step(later));
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input[type=search]")) return;
    const far = event.shiftKey ? 5 : 1;
    const keys = { " ": () => this.toggle(), ArrowLeft: () => this.seek(this.time - far), ArrowRight: () => this.seek(this.time + far), Home: () => this.seek(0), End: () => this.seek(this.episode.duration), n: () => this.jump(1), p: () => this.jump(-1) };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  shown() {
    const level = this.follow && this.level !== "" ? this.levelNow(this.time) : null;
    if (level !== null && level !== this.level) this.change(level, true);
    this.showSign();
    this.clock.textContent = `${clock(this.time)} / ${clock(this.episode.duration)}`;
    this.range.value = String(this.time);
    this.root.dataset.time = this.time.toFixed(3);
    for (const head of this.heads) head.style.left = this.lines.share(this.time);
    this.draw();
  }

  // Only when it changes: whoever presses the button presses what is drawn in it.
  showSign() {
    const sign = this.playing ? "pause" : "play";
    if (this.play.dataset.sign === sign) return;
    this.play.dataset.sign = sign;
    this.play.replaceChildren(icon(sign));
    this.play.setAttribute("aria-label", this.playing ? "Pause (space)" : "Play (space)");
  }

  draw() {
    if (!this.sheet.width || !this.sheet.context) return;
    const pen = this.sheet.context;
    this.sheet.begin(() => drawPlan(this.sheet, this.plan, this.episode.objects));
    drawDoors(this.sheet, this.plan, opennessAt(this.episode, this.time));
    this.drawGoals(pen);
    const people = this.episode.agents.filter((agent) => agent.kind === "person");
    const robots = this.episode.agents.filter((agent) => agent.kind === "robot");
    for (const agent of [...people, ...robots]) drawTrail(this.sheet, this.episode, agent, this.time);
    for (const agent of [...people, ...robots]) this.drawAgent(agent);
    if (this.names) drawAgentNames(this.sheet, this.episode, [...robots, ...people], this.time);
  }

  drawGoals(pen) {
    for (const phase of this.episode.phases) {
      if (!phase.goal || this.time < phase.begin || this.time > (phase.end ?? Infinity)) continue;
      const [x, y] = this.sheet.at(...phase.goal);
      const reach = Math.max(7, (phase.reach ?? 0) * this.sheet.scale);
      pen.strokeStyle = color("goal");
      pen.lineWidth = 2;
      pen.setLineDash([5, 4]);
      pen.beginPath();
      pen.arc(x, y, reach, 0, 2 * Math.PI);
      pen.stroke();
      pen.setLineDash([]);
      pen.beginPath();
      pen.arc(x, y, 3.5, 0, 2 * Math.PI);
      pen.fillStyle = color("goal");
      pen.fill();
    }
  }

  drawAgent(agent) {
    const pose = poseAt(this.episode, agent, this.time);
    if (!pose) return;
    const touching = this.episode.contacts.some((contact) => [contact.robot, contact.partner].includes(agent.name) && contact.begin - 0.1 <= this.time && this.time <= contact.end + 0.3);
    drawBody(this.sheet, agent, pose, touching);
  }
}

// Above or below, beside where both are taken, or not at all: names never lie on each other.
function drawAgentNames(sheet, episode, agents, time) {
  const pen = sheet.context;
  pen.font = `600 11px ${FONT}`;
  const taken = [];
  for (const agent of agents) {
    const pose = poseAt(episode, agent, time);
    if (!pose) continue;
    const [x, y] = sheet.at(pose.x, pose.y);
    const away = Math.max(7, agent.radius * sheet.scale) + 9;
    const half = pen.measureText(agent.name).width / 2;
    const places = [[x, y - away], [x, y + away], [x + away + half, y], [x - away - half, y]];
    const free = places.find(([left, top]) => taken.every(([otherX, otherY, other]) => Math.abs(left - otherX) > half + other + 4 || Math.abs(top - otherY) > 13));
    if (!free) continue;
    taken.push([...free, half]);
    written(sheet, agent.name, ...free, color(agent.kind));
  }
}

function drawTrail(sheet, episode, agent, time) {
  const [last] = placeInTime(episode, time);
  const first = Math.max(0, last - Math.round(TRAIL_S / episode.period));
  const pen = sheet.context;
  pen.strokeStyle = faded(color(agent.kind), 0.5);
  pen.lineWidth = agent.kind === "robot" ? 3 : 1.5;
  pen.lineJoin = "round";
  drawWay(sheet, agent, agent.kind === "robot" ? 0 : first, last);
}

// A robot is a square with a wedge in front, a person a disc with a nose: their shapes differ, not their colours alone.
function drawBody(sheet, agent, pose, touching) {
  const pen = sheet.context;
  const [x, y] = sheet.at(pose.x, pose.y);
  const size = Math.max(agent.kind === "robot" ? 7 : 5.5, agent.radius * sheet.scale);
  pen.save();
  pen.translate(x, y);
  pen.rotate(-pose.angle);
  if (touching) {
    pen.beginPath();
    pen.arc(0, 0, size * 1.7, 0, 2 * Math.PI);
    pen.fillStyle = faded(color("contact"), 0.3);
    pen.fill();
    pen.strokeStyle = color("contact");
    pen.lineWidth = 2;
    pen.stroke();
  }
  pen.fillStyle = color(agent.kind);
  pen.strokeStyle = color("canvas");
  pen.lineWidth = 1.5;
  pen.beginPath();
  if (agent.kind === "robot") pen.roundRect(-size, -size * 0.8, 2 * size, 1.6 * size, size * 0.3);
  else pen.arc(0, 0, size, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.beginPath();
  pen.moveTo(size * 0.85, 0);
  pen.lineTo(-size * 0.1, size * 0.5);
  pen.lineTo(-size * 0.1, -size * 0.5);
  pen.closePath();
  pen.fillStyle = color("canvas");
  pen.fill();
  pen.restore();
}

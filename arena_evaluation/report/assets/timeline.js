// What happened when: lanes under the bar of time, all on one scale.

// Everything that one can jump to, in the order of time.
function eventsOf(episode) {
  const found = [];
  for (const verdict of episode.verdicts) if (verdict.state === "violated" && verdict.time !== null) found.push({ kind: "violation", time: verdict.time, text: `violated: ${verdict.text || verdict.rule}` });
  for (const phase of episode.phases) if (phase.outcome === "failed" && phase.end !== null) found.push({ kind: "violation", time: phase.end, text: `failed: ${phase.title}` });
  for (const contact of episode.contacts) found.push({ kind: "contact", time: contact.begin, text: `${contact.robot} touches ${contact.partner || contact.kind}` });
  return found.sort((one, other) => one.time - other.time);
}

const laneTicks = (duration) => {
  const step = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].find((size) => duration / size <= 8) ?? 7200;
  return Array.from({ length: Math.floor(duration / step) + 1 }, (_, index) => index * step);
};

function timeline(episode, short, seek) {
  const whole = Math.max(episode.duration, 1e-3);
  const share = (time) => `${(100 * Math.min(1, Math.max(0, time / whole))).toFixed(3)}%`;
  const lanes = element("div", { class: "lanes" });
  const span = (begin, end, kind, text, label = "") => element("button", {
    type: "button",
    class: `span ${kind}`,
    title: text,
    "aria-label": text,
    tabindex: "-1",
    style: { left: share(begin), width: `max(3px, ${(100 * Math.max(0, Math.min(end, whole) - begin)) / whole}%)` },
    onclick: () => seek(begin),
  }, label && element("bdi", {}, label));
  const mark = (time, kind, text) => element("button", { type: "button", class: `point ${kind}`, title: text, "aria-label": text, tabindex: "-1", style: { left: share(time) }, onclick: () => seek(time) });
  const lane = (name, ...parts) => lanes.append(element("div", { class: "lane" }, element("div", { class: "name", title: name }, named(name)), element("div", { class: "track" }, parts)));
  const group = (name) => lanes.append(element("div", { class: "group" }, name));

  if (episode.phases.length) group("Phases");
  for (const robot of new Set(episode.phases.map((phase) => phase.robot))) {
    const own = episode.phases.filter((phase) => phase.robot === robot);
    lane(robot, own.map((phase) => span(phase.begin, phase.end ?? whole, tone(phase.outcome), `${phase.index + 1}. ${phase.title}: ${phase.outcome}${phase.reason ? ` – ${phase.reason}` : ""}`, `${SIGNS[phase.outcome]} ${phase.title}`)));
  }
  if (episode.verdicts.length) group("Conditions");
  const several = new Set(episode.verdicts.map((verdict) => verdict.robot)).size > 1;
  for (const verdict of episode.verdicts) {
    const decided = verdict.time ?? whole;
    lane(`${several ? `${verdict.robot}: ` : ""}${verdict.text || verdict.rule}`,
      span(0, decided, verdict.state === "violated" || verdict.state === "holds" ? "open" : tone(verdict.state), `${verdict.rule}: open until ${seconds(decided)}`),
      verdict.time !== null && decided < whole && span(decided, whole, tone(verdict.state), `${verdict.state} at ${seconds(decided)}: ${verdict.reason}`),
      verdict.time !== null && mark(decided, verdict.state === "violated" ? "violation" : tone(verdict.state), `${verdict.state} at ${seconds(decided)}: ${verdict.reason}`));
  }
  if (episode.contacts.length) group("Contacts");
  for (const robot of new Set(episode.contacts.map((contact) => contact.robot))) {
    const own = episode.contacts.filter((contact) => contact.robot === robot);
    lane(robot, own.map((contact) => [
      span(contact.begin, contact.end, "contact", `${contact.robot} and ${contact.partner || contact.kind}, ${seconds(contact.begin)} to ${seconds(contact.end)}`),
      mark(contact.begin, "contact", `${contact.robot} touches ${contact.partner || contact.kind} at ${seconds(contact.begin)}`),
    ]));
  }
  if (episode.doors.length) group("Doors");
  for (const door of episode.doors) {
    const moving = door.spans.filter(([, , state]) => state !== "closed");
    lane(spoken(short(door.name)), moving.map(([begin, end, state]) => span(begin, end, `door-${state}`, `${door.name}: ${state}, ${seconds(begin)} to ${seconds(end)}`)));
  }
  if (episode.gaps.length) {
    group("Recording");
    lane("frames missing", episode.gaps.map(([begin, end]) => span(begin, end, "doubt", `no frames from ${seconds(begin)} to ${seconds(end)}`)));
  }
  const axis = element("div", { class: "lane axis" }, element("div", { class: "name" }, "time [s]"), element("div", { class: "track" }, laneTicks(whole).map((time) => element("span", { class: "tick", style: { left: share(time) } }, String(time)))));
  return { lanes, axis, share };
}

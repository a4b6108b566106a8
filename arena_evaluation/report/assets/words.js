// Elements, numbers and words. Text reaches the page as text only, never as markup.

function element(tag, attributes = {}, ...children) {
  const made = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) made.style.setProperty(key, text);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// A name that somebody chose: its direction of writing stays its own.
const named = (text) => element("bdi", {}, text === "" ? "–" : text);

// Plotly reads a few tags in its texts.
const safe = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const seconds = (value) => (value === null || value === undefined ? "–" : `${value.toFixed(1)} s`);

function clock(value) {
  const minutes = Math.floor(value / 60);
  const rest = (value - 60 * minutes).toFixed(1).padStart(4, "0");
  return `${minutes}:${rest}`;
}

function figure(value, unit = "") {
  if (value === null || value === undefined) return "–";
  if (unit === "bool") return typeof value === "boolean" ? (value ? "yes" : "no") : `${Math.round(100 * value)} %`;
  if (typeof value === "string") return value;
  if (unit === "count" && Number.isInteger(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1000) return value.toFixed(0);
  if (size >= 100) return value.toFixed(1);
  return size > 0 && size < 0.01 ? value.toPrecision(2) : value.toFixed(2);
}

const spoken = (name) => name.replace(/_/g, " ");

function titled(metric) {
  const unit = { "1": "", bool: "", text: "", count: "" }[metric.unit] ?? metric.unit;
  return unit ? `${spoken(metric.name)} [${unit.replace(/\^2/g, "²").replace(/\^3/g, "³").replace(/\*/g, "·")}]` : spoken(metric.name);
}

const plural = (count, word, words = `${word}s`) => `${count} ${count === 1 ? word : words}`;

const SIGNS = {
  holds: "✓",
  met: "✓",
  SUCCESS: "✓",
  violated: "✕",
  failed: "✕",
  FAILED: "✕",
  FATAL: "✕",
  dropped: "–",
  unknown: "?",
  CUT: "?",
  DAMAGED: "!",
  pending: "…",
  SKIPPED: "–",
};
const TONES = {
  holds: "good",
  met: "good",
  SUCCESS: "good",
  violated: "bad",
  failed: "bad",
  FAILED: "bad",
  FATAL: "bad",
  DAMAGED: "bad",
  unknown: "doubt",
  CUT: "doubt",
};
const LABELS = { CUT: "cut off", DAMAGED: "damaged" };

const tone = (state) => TONES[state] ?? "calm";

function badge(state, text = LABELS[state] ?? state.toLowerCase()) {
  return element("span", { class: `badge ${tone(state)}` }, element("i", { "aria-hidden": "true" }, SIGNS[state] ?? "·"), text);
}

const ICONS = {
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
  before: "M3 2.5h2v11H3zM13.5 2.5v11l-8-5.5z",
  after: "M11 2.5h2v11h-2zM2.5 2.5v11l8-5.5z",
};

const icon = (name) => element("svg:svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, element("svg:path", { d: ICONS[name], fill: "currentColor" }));

function choice(label, options, value, change) {
  const select = element("select", { onchange: (event) => change(event.target.value) });
  for (const [key, text] of options) select.append(element("option", { value: key, selected: key === value }, text));
  return element("label", { class: "choice" }, element("span", {}, label), select);
}

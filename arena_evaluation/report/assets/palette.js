// Colours: those of the style sheet, and one for each group (Okabe and Ito 2008, told apart by colour-blind people).

const GROUP_COLORS = {
  light: ["#0072b2", "#d55e00", "#009e73", "#b0559a", "#b98500", "#3d9bd6", "#4d4d4d"],
  dark: ["#56b4e9", "#ff8c42", "#2fc79b", "#e39ac8", "#f0c94a", "#9ad1f5", "#c8c8c8"],
};
const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];
const MARKERS = ["circle", "square", "diamond", "triangle-up", "cross", "x"];

const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

function groupColor(index) {
  const colors = GROUP_COLORS[isDark() ? "dark" : "light"];
  return colors[index % colors.length];
}

function faded(hex, share) {
  return `${hex}${Math.round(255 * share).toString(16).padStart(2, "0")}`;
}

const FLOOR_HUES = [208, 96, 28, 276, 46, 180, 348, 70];

function floorColor(zone, index) {
  if (/hallway|corridor/.test(zone.name)) return color("corridor");
  const hue = FLOOR_HUES[index % FLOOR_HUES.length];
  return isDark() ? `hsl(${hue} 15% 18%)` : `hsl(${hue} 46% 92%)`;
}

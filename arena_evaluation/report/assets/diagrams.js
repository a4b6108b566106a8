// Distributions and radar, drawn by plotly.

const RADAR_METRICS = ["success", "spl", "path_efficiency", "time_to_goal", "jerk_mean", "collisions", "unsafe", "distance_min", "clearance_min"];
const KINDS = [["box", "box"], ["violin", "violin"], ["histogram", "histogram"]];

function layoutOf(extra) {
  const line = { gridcolor: color("line"), linecolor: color("line"), zerolinecolor: color("line"), automargin: true };
  return {
    font: { family: FONT, size: 13, color: color("ink") },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    margin: { l: 60, r: 16, t: 16, b: 48 },
    legend: { orientation: "h", y: -0.18, x: 0 },
    hoverlabel: { font: { family: FONT } },
    xaxis: { ...line, ...extra.xaxis },
    yaxis: { ...line, ...extra.yaxis },
    ...Object.fromEntries(Object.entries(extra).filter(([name]) => !name.endsWith("axis"))),
  };
}

const OPTIONS = { responsive: true, displaylogo: false, displayModeBar: false, showTips: false };

// Values between 0 and 1, the best being 1: larger is better v / max; else min / v, or 1 - v / max when min is 0.
function normalised(values, direction) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return values.map((value) => {
    if (value === null) return null;
    if (most === least && (direction < 0 || most === 0)) return direction < 0 || most > 0 ? 1 : 0;
    const share = direction > 0 ? value / most : least === 0 ? 1 - value / most : least / value;
    return Math.min(1, Math.max(0, share));
  });
}

async function metricsView(report, view) {
  report.look ??= { metric: report.metric.has("time_to_goal") ? "time_to_goal" : report.metrics[0].name, kind: "box", split: "planner", radar: RADAR_METRICS.filter((name) => report.metric.has(name)) };
  const rows = report.rows().filter((row) => !row.episode.problem);
  const again = (field) => (value) => {
    report.look[field] = value;
    report.show();
  };
  const metrics = report.metrics.filter((metric) => metric.unit !== "text").map((metric) => [metric.name, titled(metric)]);
  const chart = element("div", { class: "chart", id: "distribution" });
  const radar = element("div", { class: "chart", id: "radar" });
  const metric = report.metric.get(report.look.metric);
  const missing = rows.filter((row) => row.metrics[metric.name] === null);
  const groups = [...new Set(rows.map((row) => groupOf(row, report.look.split)))];
  view.append(
    element("section", { class: "card" },
      heading("Distribution", `${spoken(metric.name)}: ${metric.meaning}.`),
      element("div", { class: "bar" }, choice("Metric", metrics, report.look.metric, again("metric")), choice("Diagram", KINDS, report.look.kind, again("kind")), choice("Split by", SPLITS, report.look.split, again("split"))),
      chart,
      missing.length > 0 && element("p", { class: "note" }, `No value: ${plural(missing.length, "row")}, such as episode ${missing[0].episode.index + 1}: `, named(missing[0].why[metric.name]), ".")),
    element("section", { class: "card" },
      heading("Radar", "1 is the best of the groups: v / max where larger is better, else min / v, or 1 − v / max where the least is 0.", groups.length < 2 && "There is one group only, so it is compared with itself."),
      radarPicker(report), radar));
  const drawer = await plotly();
  if (!chart.isConnected) return;
  drawDistribution(drawer, chart, report, metric, rows, groups);
  drawRadar(drawer, radar, report, rows, groups);
}

function radarPicker(report) {
  const boxes = report.metrics.filter((metric) => metric.direction).map((metric) =>
    element("label", { title: metric.meaning }, element("input", { type: "checkbox", checked: report.look.radar.includes(metric.name), onchange: (event) => {
      report.look.radar = event.target.checked ? [...report.look.radar, metric.name] : report.look.radar.filter((name) => name !== metric.name);
      radarPicker.open = true;
      report.show();
    } }), `${spoken(metric.name)} ${metric.direction > 0 ? "↑" : "↓"}`));
  return element("details", { class: "picker", open: Boolean(radarPicker.open), ontoggle: (event) => (radarPicker.open = event.target.open) }, element("summary", {}, "Metrics"), element("div", {}, boxes));
}

function drawDistribution(drawer, place, report, metric, rows, groups) {
  const name = (group) => safe((report.look.split === "world" ? report.worldText(group) : group) || "–");
  const members = (group) => rows.filter((row) => groupOf(row, report.look.split) === group);
  if (!numbersOf(rows, metric.name).length) return place.replaceChildren(element("p", { class: "nothing" }, "No row has a value of this metric."));
  const title = safe(titled(metric));
  if (metric.unit === "bool") {
    const shares = groups.map((group) => mean(numbersOf(members(group), metric.name)));
    const bars = { type: "bar", x: groups.map(name), y: shares.map((share) => (share === null ? null : 100 * share)), marker: { color: groups.map((_, index) => groupColor(index)) }, width: 0.4, hovertemplate: "%{y:.1f} %<extra></extra>" };
    return drawer.newPlot(place, [bars], layoutOf({ yaxis: { title: { text: `${safe(spoken(metric.name))} [% of runs]` }, range: [0, 100] }, xaxis: { type: "category" } }), OPTIONS);
  }
  const bins = sharedBins(numbersOf(rows, metric.name), metric.unit === "count");
  const traces = groups.map((group, index) => {
    const found = members(group).filter((row) => typeof row.metrics[metric.name] === "number");
    const values = found.map((row) => row.metrics[metric.name]);
    const texts = found.map((row) => safe(`Episode ${row.episode.index + 1}: ${row.episode.label}`));
    const tint = groupColor(index);
    if (report.look.kind === "histogram") return { type: "histogram", x: values, xbins: bins, autobinx: false, name: name(group), marker: { color: faded(tint, 0.7), line: { color: tint, width: 1 }, pattern: { shape: ["", "/", "x", "-", "."][index % 5], fillmode: "replace" } }, hoverinfo: "x+y+name" };
    const shared = { y: values, name: name(group), text: texts, hoverinfo: "y+text", line: { color: tint, width: 2 }, fillcolor: faded(tint, 0.25), marker: { color: tint, size: 7, symbol: MARKERS[index % MARKERS.length] }, pointpos: 0, jitter: 0.5 };
    return report.look.kind === "violin" ? { ...shared, type: "violin", points: "all", meanline: { visible: true }, spanmode: "hard", width: 0.6 } : { ...shared, type: "box", boxpoints: "all", boxmean: true, whiskerwidth: 0.4, width: 0.45 };
  });
  // A group without any value keeps its place.
  const every = { type: "category", categoryorder: "array", categoryarray: groups.map(name), range: [-0.5, groups.length - 0.5] };
  const axes = report.look.kind === "histogram"
    ? { barmode: "group", bargap: 0.12, xaxis: { title: { text: title, font: { size: 14 } }, tick0: bins.start, dtick: bins.size * Math.ceil((bins.end - bins.start) / bins.size / 12) }, yaxis: { title: { text: "number of runs", font: { size: 14 } }, ...(rows.length < 12 ? { dtick: 1 } : { nticks: 6 }) }, showlegend: true }
    : { yaxis: { title: { text: title, font: { size: 14 } }, rangemode: "tozero" }, xaxis: every, showlegend: false };
  drawer.newPlot(place, traces, layoutOf(axes), OPTIONS);
}

// The same bins for all groups, of a size that is easily read.
function sharedBins(values, whole) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const wanted = (most - least || 1) / Math.min(30, Math.max(5, Math.sqrt(values.length)));
  const power = 10 ** Math.floor(Math.log10(wanted));
  const rounded = [1, 2, 5, 10].find((factor) => factor * power >= wanted) * power;
  const size = whole ? Math.max(1, Math.round(rounded)) : rounded;
  // Whole numbers stand in the middle of their bin.
  const start = whole ? Math.floor(least / size) * size - 0.5 : Math.floor(least / size) * size;
  return { start, end: start + (Math.floor((most - start) / size) + 1) * size, size };
}

function drawRadar(drawer, place, report, rows, groups) {
  const metrics = report.look.radar.map((name) => report.metric.get(name)).filter((metric) => metric.direction && numbersOf(rows, metric.name).length);
  if (metrics.length < 3) return place.replaceChildren(element("p", { class: "nothing" }, "A radar needs three metrics with values."));
  const means = metrics.map((metric) => groups.map((group) => mean(numbersOf(rows.filter((row) => groupOf(row, report.look.split) === group), metric.name))));
  const shares = metrics.map((metric, index) => normalised(means[index], metric.direction));
  const around = (values) => [...values, values[0]];
  const labels = metrics.map((metric) => safe(spoken(metric.name)).replace(" ", "<br>"));
  const traces = groups.map((group, number) => ({
    type: "scatterpolar",
    name: safe((report.look.split === "world" ? report.worldText(group) : group) || "–"),
    r: around(shares.map((values) => values[number])),
    theta: around(labels),
    text: around(metrics.map((metric, index) => safe(`${spoken(metric.name)}: ${figure(means[index][number], metric.unit)} ${["1", "bool", "count"].includes(metric.unit) ? "" : metric.unit}`))),
    hoverinfo: "text+name",
    fill: "toself",
    fillcolor: faded(groupColor(number), 0.15),
    line: { color: groupColor(number), width: 2, dash: DASHES[number % DASHES.length] },
    marker: { color: groupColor(number), size: 7, symbol: MARKERS[number % MARKERS.length] },
  }));
  const axis = { gridcolor: color("line"), linecolor: color("line") };
  const polar = { bgcolor: "rgba(0,0,0,0)", radialaxis: { ...axis, range: [0, 1.02], tickvals: [0.25, 0.5, 0.75, 1], tickfont: { size: 11, color: color("muted") }, angle: 90, tickangle: 90 }, angularaxis: { ...axis, tickfont: { size: 12 }, rotation: 90, direction: "clockwise" } };
  drawer.newPlot(place, traces, { ...layoutOf({}), polar, showlegend: true, margin: { l: 70, r: 70, t: 34, b: 34 }, legend: { orientation: "h", y: -0.1, x: 0.5, xanchor: "center" } }, OPTIONS);
}

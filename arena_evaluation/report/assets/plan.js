// The floor plan on a canvas.

const MARGIN_CM = 60;
const LEVEL_NAME_CM = 150;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

// A part of the map frame on a canvas, with zoom and pan.
class Sheet {
  constructor(canvas, changed) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.changed = changed;
    this.box = [0, 0, 100, 100];
    this.zoom = 1;
    this.shift = [0, 0];
    this.still = null;
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.drag();
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.ratio = ratio;
    if (this.width && this.height) this.refresh();
  }

  refresh() {
    this.still = null;
    this.changed();
  }

  show(box) {
    this.box = box;
    const [x0, y0, x1, y1] = box;
    // On a small screen the stage is as high as what it shows.
    this.canvas.parentElement?.style.setProperty("--shape", ((x1 - x0 + 2 * MARGIN_CM) / (y1 - y0 + 2 * MARGIN_CM)).toFixed(3));
    this.zoom = 1;
    this.shift = [0, 0];
    this.refresh();
  }

  magnify(factor) {
    this.zoom = Math.min(12, Math.max(1, this.zoom * factor));
    if (this.zoom === 1) this.shift = [0, 0];
    this.canvas.style.touchAction = this.zoom > 1 ? "none" : "";
    this.refresh();
  }

  get scale() {
    const [x0, y0, x1, y1] = this.box;
    const fit = Math.min(this.width / (x1 - x0 + 2 * MARGIN_CM), this.height / (y1 - y0 + 2 * MARGIN_CM));
    return fit * this.zoom;
  }

  at(x, y) {
    const [x0, y0, x1, y1] = this.box;
    return [
      this.width / 2 + this.shift[0] + (x - (x0 + x1) / 2) * this.scale,
      this.height / 2 + this.shift[1] - (y - (y0 + y1) / 2) * this.scale,
    ];
  }

  trace(shape, closed = true) {
    const pen = this.context;
    for (let index = 0; index < shape.length; index += 2) {
      const [x, y] = this.at(shape[index], shape[index + 1]);
      if (index) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    }
    if (closed) pen.closePath();
  }

  drag() {
    let from = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      if (this.zoom > 1) from = [event.clientX - this.shift[0], event.clientY - this.shift[1]];
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      this.shift = [event.clientX - from[0], event.clientY - from[1]];
      this.refresh();
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel"]) {
      this.canvas.addEventListener(name, () => (from = null));
    }
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.magnify(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
  }

  // What does not move is drawn once and copied for each picture.
  begin(drawStill) {
    const pen = this.context;
    if (!this.still) {
      pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      pen.fillStyle = color("canvas");
      pen.fillRect(0, 0, this.width, this.height);
      drawStill();
      this.still = document.createElement("canvas");
      this.still.width = this.canvas.width;
      this.still.height = this.canvas.height;
      this.still.getContext("2d").drawImage(this.canvas, 0, 0);
    } else {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.drawImage(this.still, 0, 0);
      pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    }
  }
}

function fillAll(sheet, shapes, fill, edge) {
  const pen = sheet.context;
  pen.beginPath();
  for (const shape of shapes) sheet.trace(shape);
  pen.fillStyle = fill;
  pen.fill("evenodd");
  if (edge) {
    pen.strokeStyle = edge;
    pen.lineWidth = 1;
    pen.stroke();
  }
}

function drawPlan(sheet, plan, objects = []) {
  for (const level of plan.levels) {
    level.zones.forEach((zone, index) => fillAll(sheet, [zone.shape], floorColor(zone, index)));
  }
  for (const rings of plan.furniture) fillAll(sheet, rings, color("furniture"), color("furniture-edge"));
  for (const thing of objects) drawObject(sheet, thing);
  const walls = plan.levels.flatMap((level) => level.walls);
  for (const wall of walls) fillAll(sheet, [wall], color("wall"));
  for (const level of plan.levels) for (const lift of level.lifts) drawLift(sheet, lift);
  for (const level of plan.levels) level.zones.forEach((zone) => drawName(sheet, zone));
  if (plan.levels.length > 1) for (const level of plan.levels) drawLevelName(sheet, level);
}

function drawObject(sheet, thing) {
  const [x, y] = thing.place;
  const shape = thing.shape.length ? thing.shape : [x - 20, y, x, y - 20, x + 20, y, x, y + 20];
  fillAll(sheet, [shape], color("object"), color("furniture-edge"));
}

function drawLift(sheet, lift) {
  const pen = sheet.context;
  const [a, b, c, d, e, f, g, h] = lift.shape;
  pen.beginPath();
  sheet.trace([a, b, e, f], false);
  sheet.trace([c, d, g, h], false);
  sheet.trace(lift.shape);
  pen.strokeStyle = color("muted");
  pen.lineWidth = 1;
  pen.stroke();
}

// In one line or more, as large as the room is wide, or not at all.
function drawName(sheet, zone) {
  const pen = sheet.context;
  const ys = zone.shape.filter((_, index) => index % 2 === 1);
  const width = zone.room * sheet.scale - 8;
  const height = (Math.max(...ys) - Math.min(...ys)) * sheet.scale - 8;
  const words = spoken(zone.name).split(" ");
  for (const lines of [[words.join(" ")], words]) {
    for (const size of [13, 12, 11, 10]) {
      pen.font = `500 ${size}px ${FONT}`;
      if (Math.max(...lines.map((line) => pen.measureText(line).width)) > width || lines.length * size * 1.15 > height) continue;
      const [x, y] = sheet.at(...zone.spot);
      lines.forEach((line, index) => written(sheet, line, x, y + (index - (lines.length - 1) / 2) * size * 1.15, color("zone-name")));
      return;
    }
  }
}

function drawLevelName(sheet, level) {
  const [x, y] = sheet.at(level.box[0], level.box[3]);
  sheet.context.font = `600 12px ${FONT}`;
  written(sheet, `Level ${level.name}`, x, y - 10, color("muted"), "left");
}

function written(sheet, text, x, y, ink, align = "center") {
  const pen = sheet.context;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 3;
  pen.strokeStyle = faded(color("canvas"), 0.85);
  pen.strokeText(text, x, y);
  pen.fillStyle = ink;
  pen.fillText(text, x, y);
}

// `open` tells how far a door is open, 0 to 1.
function drawDoors(sheet, plan, open) {
  const pen = sheet.context;
  pen.lineCap = "butt";
  for (const door of plan.levels.flatMap((level) => level.doors)) {
    const share = open(door.name);
    const [x0, y0, x1, y1] = door.line;
    const slides = door.kind === "sliding";
    const [dx, dy] = slides ? [(x1 - x0) * share, (y1 - y0) * share] : [0, 0];
    // A cabin's door folds into its frame.
    const folds = door.kind === "cabin" ? share : 0;
    pen.globalAlpha = slides || folds ? (share > 0.02 ? 0.75 : 1) : 1 - 0.85 * share;
    pen.beginPath();
    pen.moveTo(...sheet.at(x0 + dx + 0.9 * folds * (x1 - x0), y0 + dy + 0.9 * folds * (y1 - y0)));
    pen.lineTo(...sheet.at(x1 + dx, y1 + dy));
    pen.strokeStyle = color("door");
    pen.lineWidth = Math.max(3, door.width * sheet.scale * 0.9);
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

function boxOf(plan, level) {
  const boxes = plan.levels.filter((entry) => level === "" || entry.name === level).map((entry) => entry.box);
  if (!boxes.length) return null;
  const whole = [0, 1, 2, 3].map((side) => (side < 2 ? Math.min : Math.max)(...boxes.map((box) => box[side])));
  // Room for the name of the upper level.
  if (boxes.length > 1) whole[3] += LEVEL_NAME_CM;
  return whole;
}

function levelAt(plan, x, y) {
  const away = ([x0, y0, x1, y1]) => Math.max(0, x0 - x, x - x1) + Math.max(0, y0 - y, y - y1);
  const found = [...plan.levels].sort((one, other) => away(one.box) - away(other.box))[0];
  return found ? found.name : "";
}

function levelButtons(plan, current, change) {
  const bar = element("div", { class: "levels", role: "group", "aria-label": "Level" });
  if (plan.levels.length < 2) return bar;
  for (const [name, text] of [...plan.levels.map((level) => [level.name, `Level ${level.name}`]), ["", "All levels"]]) {
    bar.append(element("button", { type: "button", "data-level": name, "aria-pressed": String(name === current), onclick: () => change(name) }, text));
  }
  return bar;
}

function zoomButtons(sheet, fit) {
  const button = (text, label, act) => element("button", { type: "button", title: label, "aria-label": label, onclick: act }, text);
  return element("div", { class: "zoom" },
    button("+", "Larger", () => sheet.magnify(1.4)),
    button("−", "Smaller", () => sheet.magnify(1 / 1.4)),
    button("⤢", "Whole level", fit));
}

// Unpacking: blocks of the page, and the tracks in them.

async function unpacked(id) {
  const letters = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function blockOf(id) {
  const bytes = await unpacked(id);
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const values = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return { values, numbers: bytes.subarray(4 + length) };
}

const kept = new Map();

function once(id, make) {
  if (!kept.has(id)) kept.set(id, make());
  return kept.get(id);
}

const planOf = (index) => once(`world-${index}`, async () => (await blockOf(`world-${index}`)).values);

// The latest episodes stay unpacked; a page may hold thousands.
const recent = [];

function episodeOf(index) {
  const id = `episode-${index}`;
  if (!kept.has(id)) {
    recent.push(id);
    if (recent.length > 400) kept.delete(recent.shift());
  }
  return once(id, async () => withTracks(await blockOf(id)));
}

function plotly() {
  return once("plotly", async () => {
    const source = new TextDecoder().decode(await unpacked("plotly"));
    const script = document.createElement("script");
    script.textContent = source;
    document.head.append(script);
    return window.Plotly;
  });
}

function withTracks({ values, numbers }) {
  const reader = integers(numbers);
  for (const agent of values.agents) {
    const count = samplesIn(agent.runs);
    agent.x = spread(sums(reader, count), agent.runs, values.samples);
    agent.y = spread(sums(reader, count), agent.runs, values.samples);
    agent.heading = spread(sums(reader, count), agent.runs, values.samples);
  }
  for (const door of values.moving) {
    door.open = spread(sums(reader, samplesIn(door.runs)), door.runs, values.samples);
  }
  return values;
}

const samplesIn = (runs) => runs.reduce((total, [, count]) => total + count, 0);

// Integers of either sign, seven bits a byte, low first; 0, -1, 1, -2 … are written as 0, 1, 2, 3 …
function integers(bytes) {
  let place = 0;
  return () => {
    let value = 0;
    let weight = 1;
    let byte;
    do {
      byte = bytes[place++];
      value += (byte & 127) * weight;
      weight *= 128;
    } while (byte & 128);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
}

function sums(reader, count) {
  const found = new Float32Array(count);
  let total = 0;
  for (let index = 0; index < count; index++) {
    total += reader();
    found[index] = total;
  }
  return found;
}

function spread(found, runs, samples) {
  const all = new Float32Array(samples).fill(NaN);
  let used = 0;
  for (const [first, count] of runs) {
    all.set(found.subarray(used, used + count), first);
    used += count;
  }
  return all;
}

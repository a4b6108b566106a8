// Prints every message of a recording as one JSON object per line, decoded as Foxglove does it.
import { open } from "node:fs/promises";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import zstd from "@foxglove/wasm-zstd";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";

const [path, mode] = process.argv.slice(2);

// JSON has no NaN, no infinity, no -0 and no 64-bit integers.
function plain(_key, value) {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" && !(Number.isFinite(value) && !Object.is(value, -0))) {
    return Object.is(value, -0) ? "-0.0" : String(value);
  }
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
}

const readers = new Map();
function print(channel, schema, message) {
  if (!readers.has(channel.id)) {
    const definitions = parse(new TextDecoder().decode(schema.data), { ros2: true });
    readers.set(channel.id, new MessageReader(definitions));
  }
  const value = readers.get(channel.id).readMessage(message.data);
  const line = { topic: channel.topic, type: schema.name, logTime: message.logTime, value };
  process.stdout.write(JSON.stringify(line, plain) + "\n");
}

await zstd.isLoaded;
const decompressHandlers = { zstd: (buffer, size) => zstd.decompress(buffer, Number(size)) };
const file = await open(path);

if (mode === "indexed") {
  const readable = {
    size: async () => BigInt((await file.stat()).size),
    read: async (offset, length) => {
      const buffer = new Uint8Array(Number(length));
      await file.read(buffer, 0, buffer.length, Number(offset));
      return buffer;
    },
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  for await (const message of reader.readMessages()) {
    const channel = reader.channelsById.get(message.channelId);
    print(channel, reader.schemasById.get(channel.schemaId), message);
  }
} else {
  const reader = new McapStreamReader({ decompressHandlers, validateCrcs: true });
  const channels = new Map();
  const schemas = new Map();
  for await (const part of file.createReadStream()) {
    reader.append(part);
    for (let record; (record = reader.nextRecord()); ) {
      if (record.type === "Schema") schemas.set(record.id, record);
      if (record.type === "Channel") channels.set(record.id, record);
      if (record.type === "Message") {
        const channel = channels.get(record.channelId);
        print(channel, schemas.get(channel.schemaId), record);
      }
    }
  }
}

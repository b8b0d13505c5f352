import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { readFrame } from "../../server/soketi/client-frame.ts";
import { SubscriptionGate } from "../../server/soketi/subscription-gate.ts";

const [continuation, text, binary, ping] = [0x0, 0x1, 0x2, 0x9];

/** A frame as a browser sends it: masked, with the shortest form of its length. */
function frame(
  payload: string | Buffer,
  { opcode = text, isFinal = true, reserved = 0, isMasked = true } = {},
): Buffer {
  const body = Buffer.from(payload);
  const key = Buffer.from([0x12, 0xfa, 0x07, 0x99]);
  const form = body.length < 126 ? body.length : body.length < 65_536 ? 126 : 127;
  const length = Buffer.alloc(form === 126 ? 2 : form === 127 ? 8 : 0);
  if (form === 126) length.writeUInt16BE(body.length);
  if (form === 127) length.writeBigUInt64BE(BigInt(body.length));
  const head = Buffer.from([(isFinal ? 0x80 : 0) | reserved | opcode, (isMasked ? 0x80 : 0) | form]);
  const masked = isMasked ? body.map((byte, index) => byte ^ (key[index & 3] as number)) : body;
  return Buffer.concat([head, length, ...(isMasked ? [key] : []), masked]);
}

const subscribe = (channel: unknown) => JSON.stringify({ event: "pusher:subscribe", data: { channel } });

/** Sends chunks through a gate that knows the channel "website" alone. */
async function through(...chunks: Buffer[]) {
  const refused: string[] = [];
  const passed: Buffer[] = [];
  const gate = new SubscriptionGate((channel) => channel === "website", {
    onRefused: (channel) => refused.push(channel),
  });
  gate.on("data", (chunk: Buffer) => passed.push(chunk));
  const ended = once(gate, "end").then(
    () => undefined,
    (error: Error) => error,
  );
  for (const chunk of chunks) gate.write(chunk);
  gate.end();
  return { error: await ended, refused, passed: Buffer.concat(passed) };
}

function pieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

describe("a subscription to a channel its person may not join", () => {
  const refusals: [string, Buffer[]][] = [
    ["plain", [frame(subscribe("maintainer"))]],
    ["in a binary frame", [frame(subscribe("maintainer"), { opcode: binary })]],
    ["with escaped letters", [frame(subscribe("maintainer").replace("maintainer", "m\\u0061intainer"))]],
    ["with the event's name escaped", [frame(subscribe("maintainer").replace("pusher:", "pusher\\u003a"))]],
    [
      "said twice, the last time wrongly",
      [frame('{"event":"pusher:subscribe","data":{"channel":"website","channel":"maintainer"}}')],
    ],
    ["with 300 bytes of air", [frame(`${" ".repeat(300)}${subscribe("maintainer")}`)]],
    ["with 70,000 bytes of air", [frame(`${" ".repeat(70_000)}${subscribe("maintainer")}`)]],
    [
      "in fragments with a ping between them",
      [
        frame(subscribe("maintainer").slice(0, 20), { isFinal: false }),
        frame("", { opcode: ping }),
        frame(subscribe("maintainer").slice(20), { opcode: continuation }),
      ],
    ],
  ];

  it.each(refusals)("vanishes, %s", async (_case, frames) => {
    const { error, refused, passed } = await through(...frames);
    const pings = frames.filter((bytes) => (bytes.readUInt8(0) & 0x0f) === ping);
    expect({ error, refused, passed }).toEqual({
      error: undefined,
      refused: ["maintainer"],
      passed: Buffer.concat(pings),
    });
  });

  it.each([1, 2, 5, 7, 64])("vanishes when it comes in pieces of %i bytes, and its neighbours pass", async (size) => {
    const [before, after] = [frame(subscribe("website")), frame('{"event":"pusher:ping","data":{}}')];
    const stream = Buffer.concat([before, frame(subscribe("#server-to-user-1")), after]);
    const { error, refused, passed } = await through(...pieces(stream, size));
    expect(error).toBeUndefined();
    expect(refused).toEqual(["#server-to-user-1"]);
    expect(passed).toEqual(Buffer.concat([before, after]));
  });

  it.each([undefined, null, 7, ["website"], { toString: "website" }])(
    "vanishes when the channel is %j",
    async (channel) => {
      const { refused, passed } = await through(frame(subscribe(channel)));
      expect(refused).toHaveLength(1);
      expect(passed).toHaveLength(0);
    },
  );
});

describe("everything else", () => {
  it.each([
    ["a permitted subscription", [frame(subscribe("website"))]],
    ["other requests", [frame('{"event":"pusher:signin","data":{"auth":"a","user_data":"{}"}}')]],
    ["what is not JSON, which Soketi's screen judges", [frame("{"), frame(""), frame("null"), frame("7"), frame("[]")]],
    ["what is not UTF-8", [frame(Buffer.from([0xff, 0xfe, 0x7b]), { opcode: binary })]],
    ["the end of a connection", [frame(Buffer.from([0x03, 0xe8]), { opcode: 0x8 })]],
    ["fragments", [frame('{"event":', { isFinal: false }), frame('"pusher:ping"}', { opcode: continuation })]],
    ["the largest message", [frame("x".repeat(256 * 1024))]],
  ])("passes byte for byte: %s", async (_case, frames) => {
    const stream = Buffer.concat(frames);
    const { error, refused, passed } = await through(...pieces(stream, 1000));
    expect(error).toBeUndefined();
    expect(refused).toEqual([]);
    expect(passed.equals(stream)).toBe(true);
  });
});

describe("what the gate cannot judge ends the connection", () => {
  it.each([
    ["a compressed frame", [frame(subscribe("maintainer"), { reserved: 0x40 })]],
    ["a frame without a mask", [frame(subscribe("maintainer"), { isMasked: false })]],
    ["a frame beyond 256 KB", [frame("x".repeat(256 * 1024 + 1))]],
    [
      "fragments beyond 256 KB",
      [frame("x".repeat(200_000), { isFinal: false }), frame("x".repeat(100_000), { opcode: continuation })],
    ],
    [
      "endless fragments",
      [
        frame("", { isFinal: false }),
        ...Array.from({ length: 1024 }, () => frame("", { opcode: continuation, isFinal: false })),
      ],
    ],
    ["a message inside another", [frame("{", { isFinal: false }), frame(subscribe("maintainer"))]],
    ["a fragment without a beginning", [frame(subscribe("maintainer"), { opcode: continuation })]],
  ])("%s", async (_case, frames) => {
    const { error, passed } = await through(...frames);
    expect(error).toBeInstanceOf(Error);
    expect(passed).toHaveLength(0);
  });
});

describe("what the gate knows of a socket's channels", () => {
  it("is what was joined and left, and it can leave one itself, between two messages of the browser", async () => {
    const told: string[] = [];
    const gate = new SubscriptionGate((channel) => channel === "website", {
      onRefused: (channel) => void told.push(`refused ${channel}`),
      onJoined: (channel) => void told.push(`joined ${channel}`),
      onLeft: (channel) => void told.push(`left ${channel}`),
    });
    const passed: Buffer[] = [];
    gate.on("data", (chunk: Buffer) => passed.push(chunk));
    const unsubscribe = frame(JSON.stringify({ event: "pusher:unsubscribe", data: { channel: "website" } }));
    const [first, rest] = [frame(subscribe("website"), { isFinal: false }), frame("", { opcode: continuation })];
    for (const channel of ["website", "maintainer"]) gate.write(frame(subscribe(channel)));
    gate.write(unsubscribe);
    gate.write(first);
    gate.leave(`presence-record-page-${"x".repeat(100)}`);
    gate.write(rest);
    expect(told).toEqual(["joined website", "refused maintainer", "left website", "joined website"]);
    const own = Buffer.concat(passed).subarray(frame(subscribe("website")).length + unsubscribe.length);
    const left = readFrame(own, 1000);
    if (typeof left !== "object") throw new Error("no frame of the gate");
    expect(JSON.parse(left.payload.toString())).toEqual({
      event: "pusher:unsubscribe",
      data: { channel: `presence-record-page-${"x".repeat(100)}` },
    });
    expect(own.subarray(left.raw.length)).toEqual(Buffer.concat([first, rest]));
    gate.destroy();
    gate.leave("website");
  });
});

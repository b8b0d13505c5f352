import { describe, expect, it } from "vitest";
import { ServerFrames } from "../../server/soketi/server-frames.ts";

const head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n";
const pong = { event: "pusher:pong", data: {} };

function frame(payload: string | Buffer, opcode = 1): Buffer {
  const body = Buffer.from(payload);
  const form = body.length < 126 ? body.length : body.length < 65_536 ? 126 : 127;
  const length = Buffer.alloc(form === 126 ? 2 : form === 127 ? 8 : 0);
  if (form === 126) length.writeUInt16BE(body.length);
  if (form === 127) length.writeBigUInt64BE(BigInt(body.length));
  return Buffer.concat([Buffer.from([0x80 | opcode, form]), length, body]);
}

const message = (content: object) => frame(JSON.stringify(content));
const established = (seconds: number) =>
  message({
    event: "pusher:connection_established",
    data: JSON.stringify({ socket_id: "1.2", activity_timeout: seconds }),
  });

function open() {
  const frames = new ServerFrames(180_000);
  const passed: Buffer[] = [];
  frames.on("data", (chunk: Buffer) => passed.push(chunk));
  return { frames, passed: () => Buffer.concat(passed) };
}

describe("what a push server sends", () => {
  const others = [
    message({ event: "newWebsite", channel: "website", data: '{"website":{"id":"1","name":"pusher:pong"}}' }),
    message({ event: "x", data: "y".repeat(200) }),
    message({ event: "x", data: "y".repeat(70_000) }),
    frame("", 9),
    frame(Buffer.from([0x03, 0xe8]), 8),
  ];
  const sent = Buffer.concat([Buffer.from(head), established(30), ...others]);

  it.each([1, 3, 7, 64, 1000, sent.length])("passes in pieces of %i bytes, but for the announced timeout", (size) => {
    const { frames, passed } = open();
    frames.awaitPong("gateway");
    for (let at = 0; at < sent.length; at += size) frames.write(sent.subarray(at, at + size));
    expect(passed().equals(Buffer.concat([Buffer.from(head), established(180), ...others]))).toBe(true);
  });

  it("keeps the pongs of the gateway's own pings, in their order, and no others", () => {
    const { frames, passed } = open();
    frames.write(Buffer.concat([Buffer.from(head), established(30)]));
    const before = passed().length;
    for (const from of ["gateway", "browser", "gateway"] as const) frames.awaitPong(from);
    frames.write(message(pong));
    expect(passed()).toHaveLength(before);
    frames.write(message(pong));
    expect(passed().subarray(before).equals(message(pong))).toBe(true);
    frames.write(message(pong));
    expect(passed()).toHaveLength(before + message(pong).length);
  });

  it("lets the portal speak between two messages, never inside one", () => {
    const { frames, passed } = open();
    const own = { event: "pusher:subscription_error", channel: "maintainer", data: { status: 403 } };
    const long = message({ event: "x", data: "y".repeat(5000) });
    frames.say(own);
    expect(passed()).toHaveLength(0);
    frames.write(Buffer.concat([Buffer.from(head), established(30), long.subarray(0, 100)]));
    frames.say(own);
    frames.write(long.subarray(100));
    expect(passed().toString()).toBe(
      Buffer.concat([Buffer.from(head), established(180), message(own), long, message(own)]).toString(),
    );
  });
});

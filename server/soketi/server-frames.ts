import { Transform, type TransformCallback } from "node:stream";

/** Messages that this stream reads are short; everything longer is passed on unread. */
const maxReadBytes = 1024;
const endOfHead = Buffer.from("\r\n\r\n");
const textOpcode = 0x81;

/**
 * Passes what Soketi sends to a browser, with three exceptions. It announces the activity timeout of the portal
 * instead of Soketi's 30 seconds, of which pusher-js would take the smaller. It swallows the answers to pings that
 * the gateway itself has sent. And it can say something of its own between two messages.
 */
export class ServerFrames extends Transform {
  readonly #activityTimeoutSeconds: number;
  /** Who asked for each pong that is still to come, in order: Soketi answers pings one after the other. */
  readonly #pongs: ("browser" | "gateway")[] = [];
  readonly #own: Buffer[] = [];
  #hasAnswered = false;
  #isAnnounced = false;
  #held: Buffer = Buffer.alloc(0);
  /** Bytes of the current frame that are still to pass unread. */
  #passing = 0;

  constructor(activityTimeoutMs: number) {
    super();
    this.#activityTimeoutSeconds = activityTimeoutMs / 1000;
  }

  /** Notes that a ping went up; its pong reaches the browser only if the browser had asked. */
  awaitPong(from: "browser" | "gateway"): void {
    this.#pongs.push(from);
  }

  /** Sends a message of the portal's own, as soon as the browser knows its socket and the current message has passed. */
  say(message: object): void {
    if (this.destroyed || this.writableEnded) return;
    this.#own.push(serverFrame(JSON.stringify(message)));
    this.#sayOwn();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let input = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    this.#held = Buffer.alloc(0);
    while (input.length > 0) {
      const taken = this.#hasAnswered ? this.#takeFrame(input) : this.#takeHead(input);
      if (taken === 0) break;
      input = input.subarray(taken);
    }
    this.#held = input;
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#held.length > 0) this.push(this.#held);
    done();
  }

  /** The answer to the handshake. */
  #takeHead(input: Buffer): number {
    const end = input.indexOf(endOfHead);
    if (end < 0) return 0;
    const size = end + endOfHead.length;
    this.push(input.subarray(0, size));
    this.#hasAnswered = true;
    return size;
  }

  /** Passes a frame or a part of it. Returns the bytes dealt with; 0 when more are needed first. */
  #takeFrame(input: Buffer): number {
    if (this.#passing > 0) {
      const size = Math.min(this.#passing, input.length);
      this.push(input.subarray(0, size));
      this.#passing -= size;
      if (this.#passing === 0) this.#sayOwn();
      return size;
    }
    const size = frameSize(input);
    if (size === undefined) return 0;
    if (!this.#reads(input, size)) {
      this.#passing = size;
      return this.#takeFrame(input);
    }
    if (input.length < size) return 0;
    const frame = input.subarray(0, size);
    const passed = this.#rewritten(frame);
    if (passed) this.push(passed);
    this.#sayOwn();
    return size;
  }

  #reads(input: Buffer, size: number): boolean {
    const mayMatter = !this.#isAnnounced || this.#pongs.length > 0;
    return mayMatter && size <= maxReadBytes && input.readUInt8(0) === textOpcode;
  }

  #rewritten(frame: Buffer): Buffer | undefined {
    const text = frame.subarray(headSize(frame)).toString();
    if (text.startsWith('{"event":"pusher:pong"')) return this.#pongs.shift() === "gateway" ? undefined : frame;
    if (!text.startsWith('{"event":"pusher:connection_established"')) return frame;
    this.#isAnnounced = true;
    const message: { event: string; data: string } = JSON.parse(text);
    const data = { ...JSON.parse(message.data), activity_timeout: this.#activityTimeoutSeconds };
    return serverFrame(JSON.stringify({ ...message, data: JSON.stringify(data) }));
  }

  #sayOwn(): void {
    if (!this.#isAnnounced || this.#passing > 0) return;
    for (const frame of this.#own.splice(0)) this.push(frame);
  }
}

/** The bytes before the payload of an unmasked frame (RFC 6455 section 5.2). */
function headSize(frame: Buffer): number {
  const short = frame.readUInt8(1) & 0x7f;
  return short === 126 ? 4 : short === 127 ? 10 : 2;
}

/** The whole length of the frame at the start, or undefined while its head is not all there. */
function frameSize(input: Buffer): number | undefined {
  if (input.length < 2) return undefined;
  const head = headSize(input);
  if (input.length < head) return undefined;
  const length =
    head === 2 ? input.readUInt8(1) & 0x7f : head === 4 ? input.readUInt16BE(2) : Number(input.readBigUInt64BE(2));
  return head + length;
}

/** A whole message as a server sends it; for messages below 64 KB. */
function serverFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(payload.length < 126 ? 2 : 4);
  head.writeUInt8(textOpcode, 0);
  head.writeUInt8(Math.min(payload.length, 126), 1);
  if (head.length > 2) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

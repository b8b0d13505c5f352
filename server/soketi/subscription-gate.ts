import { Transform, type TransformCallback } from "node:stream";
import { type Frame, readFrame, textFrame } from "./client-frame.ts";

/** As much as Soketi accepts; its own limits end the connection at the same point. */
const maxMessageBytes = 256 * 1024;
const maxFragments = 1024;

export interface GateListeners {
  onRefused(channel: string): void;
  onJoined?(channel: string): void;
  onLeft?(channel: string): void;
  /** The browser pings Soketi. */
  onPing?(): void;
}

/**
 * Stands between a browser and Soketi and lets every frame pass untouched, except requests to subscribe to channels
 * its person may not join: those vanish. Soketi itself lets anyone subscribe to public channels, even to the one that
 * carries another person's events. What the gate cannot judge ends the connection.
 */
export class SubscriptionGate extends Transform {
  readonly #mayJoin: (channel: string) => boolean;
  readonly #listeners: GateListeners;
  #chunks: Buffer[] = [];
  #available = 0;
  #needed = 2;
  #fragments: Frame[] = [];

  constructor(mayJoin: (channel: string) => boolean, listeners: GateListeners) {
    super();
    this.#mayJoin = mayJoin;
    this.#listeners = listeners;
  }

  /** Leaves a channel in the browser's name. Messages of the browser pass as a whole, so this one comes between two. */
  leave(channel: string): void {
    this.#say({ event: "pusher:unsubscribe", data: { channel } });
  }

  /** Pings Soketi in the browser's name. */
  ping(): void {
    this.#say({ event: "pusher:ping", data: {} });
  }

  #say(message: object): void {
    if (!this.writableEnded && !this.destroyed) this.push(textFrame(JSON.stringify(message)));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#chunks.push(chunk);
    this.#available += chunk.length;
    // Joining only what completes a frame keeps a frame that arrives byte by byte from being copied at every byte.
    const canJudge = this.#available < this.#needed || this.#readFrames();
    done(canJudge ? null : new Error("A frame of the browser cannot be judged."));
  }

  /** False when something came that a browser of ours never sends. */
  #readFrames(): boolean {
    let input = Buffer.concat(this.#chunks, this.#available);
    let frame = readFrame(input, maxMessageBytes);
    while (typeof frame === "object") {
      if (!this.#accept(frame)) return false;
      input = input.subarray(frame.raw.length);
      frame = readFrame(input, maxMessageBytes);
    }
    if (frame === "invalid") return false;
    this.#needed = frame;
    this.#chunks = [input];
    this.#available = input.length;
    return true;
  }

  #accept(frame: Frame): boolean {
    if (frame.isControl) {
      this.push(frame.raw);
      return true;
    }
    if (frame.isContinuation !== this.#fragments.length > 0) return false;
    this.#fragments.push(frame);
    const size = this.#fragments.reduce((sum, { payload }) => sum + payload.length, 0);
    if (size > maxMessageBytes || this.#fragments.length > maxFragments) return false;
    if (!frame.isFinal) return true;
    if (this.#mayPass(Buffer.concat(this.#fragments.map(({ payload }) => payload))))
      for (const { raw } of this.#fragments) this.push(raw);
    this.#fragments = [];
    return true;
  }

  /** What is not JSON passes: Soketi's own screen closes its socket. */
  #mayPass(payload: Buffer): boolean {
    let message: { event?: unknown; data?: { channel?: unknown } } | null;
    try {
      message = JSON.parse(payload.toString());
    } catch {
      return true;
    }
    const channel = message?.data?.channel;
    if (message?.event === "pusher:ping") this.#listeners.onPing?.();
    if (message?.event === "pusher:unsubscribe" && typeof channel === "string") this.#listeners.onLeft?.(channel);
    if (message?.event !== "pusher:subscribe") return true;
    const mayJoin = typeof channel === "string" && this.#mayJoin(channel);
    if (mayJoin) this.#listeners.onJoined?.(channel);
    else this.#listeners.onRefused(typeof channel === "string" ? channel : `(${typeof channel})`);
    return mayJoin;
  }
}

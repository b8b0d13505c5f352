import type { RawData, WebSocket } from "ws";
import type { Role } from "../../../../contract/roles.ts";
import {
  type CollabPerson,
  type CollabRefusal,
  collabMoves,
  collabRefusals,
  collabTryLater,
  type PageAccess,
} from "../../../../contract/wiki/collab.ts";
import { accessFrame, type Incoming, readFrame, savedFrame } from "./frames.ts";

/** Who is invisible sees the carets of the others and shows none. */
export type CollabClient = CollabPerson & { role: Role; isInvisible?: boolean };

/** How much may wait for a reader who does not keep up. */
const maxBacklogBytes = 8_000_000;
const heartbeatMs = 15_000;
const farewellMs = 1000;

/** One connection to a page: what it may do, and what of it is stored. */
export class Connection {
  readonly person: CollabClient;
  /** The Yjs client that it speaks for, once it has said so. */
  clientId: number | undefined;
  #access: PageAccess = "read";
  /** When the access was last looked up, by the clock of the process. */
  checkedAt = performance.now();
  readonly #socket: WebSocket;
  readonly #backpressure: Backpressure;
  #stored = 0;
  #isAlive = true;
  #isCut = false;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(socket: WebSocket, person: CollabClient) {
    this.#socket = socket;
    this.person = person;
    this.#backpressure = new Backpressure(socket);
    // Nothing is read before there is a room to read it for.
    socket.pause();
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    // What is wrong with a frame, the close code tells the client.
    socket.on("error", () => undefined);
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  get access(): PageAccess {
    return this.#access;
  }

  /** Tells the client what it may do, now or from now on. */
  grant(access: PageAccess): void {
    this.#access = access;
    this.checkedAt = performance.now();
    this.send(accessFrame(access));
  }

  /** Begins to read; `onGone` is called once, whoever ends the connection. */
  listen(onMessage: (message: Incoming) => void, onGone: () => void): void {
    this.#socket.on("message", (data) => {
      if (this.#isCut) return;
      const frame = bytesOf(data);
      this.#backpressure.count(frame.byteLength);
      try {
        onMessage(readFrame(frame));
      } catch {
        this.cut(4400);
      }
    });
    this.#socket.resume();
    if (this.#socket.readyState === this.#socket.CLOSED) onGone();
    else this.#socket.once("close", onGone);
  }

  /** Sends a frame; who has not read for too long loses the connection and comes back for the rest. */
  send(frame: Uint8Array): void {
    if (this.#isCut || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxBacklogBytes) this.#socket.terminate();
    else this.#socket.send(frame);
  }

  /** Says that so many more updates of this connection are stored. */
  acknowledge(updates: number): void {
    this.#stored += updates;
    this.send(savedFrame(this.#stored));
  }

  /** Ends the connection: nothing that it has sent or sends is taken any more. */
  cut(code: CollabRefusal | typeof collabTryLater | typeof collabMoves): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#socket.close(code, code === collabTryLater || code === collabMoves ? "" : collabRefusals[code]);
    this.#socket.resume();
    setTimeout(() => this.#socket.terminate(), farewellMs).unref();
    this.stop();
  }

  /** Ends the clocks; for a connection that has gone. */
  stop(): void {
    clearInterval(this.#heartbeat);
    this.#backpressure.stop();
  }

  /** The client hears something now and then too: its own check does not see pings. */
  #beat(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    this.acknowledge(0);
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

const messages = { max: 400, perSecond: 100 };
const bytes = { max: 4_000_000, perSecond: 500_000 };

/** Reads from a socket only as fast as its sender may send; nothing is lost, the sender waits. */
class Backpressure {
  readonly #socket: WebSocket;
  #messages = messages.max;
  #bytes = bytes.max;
  #at = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  count(size: number): void {
    const now = performance.now();
    const seconds = (now - this.#at) / 1000;
    this.#at = now;
    this.#messages = Math.min(messages.max, this.#messages + seconds * messages.perSecond) - 1;
    this.#bytes = Math.min(bytes.max, this.#bytes + seconds * bytes.perSecond) - size;
    if (this.#messages > 0 && this.#bytes > 0) return;
    const debounceMs = 1000 * Math.max(-this.#messages / messages.perSecond, -this.#bytes / bytes.perSecond, 0.05);
    this.#socket.pause();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#socket.resume();
    }, debounceMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

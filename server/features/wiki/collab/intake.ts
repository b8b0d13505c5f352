import type { WebSocket } from "ws";

const messages = { most: 400, perSecond: 100 };
const bytes = { most: 4_000_000, perSecond: 500_000 };

/** Reads from a socket only as fast as its sender may send; nothing is lost, the sender waits. */
export class Intake {
  readonly #socket: WebSocket;
  #messages = messages.most;
  #bytes = bytes.most;
  #at = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  count(size: number): void {
    const now = performance.now();
    const seconds = (now - this.#at) / 1000;
    this.#at = now;
    this.#messages = Math.min(messages.most, this.#messages + seconds * messages.perSecond) - 1;
    this.#bytes = Math.min(bytes.most, this.#bytes + seconds * bytes.perSecond) - size;
    if (this.#messages > 0 && this.#bytes > 0) return;
    const restMs = 1000 * Math.max(-this.#messages / messages.perSecond, -this.#bytes / bytes.perSecond, 0.05);
    this.#socket.pause();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#socket.resume();
    }, restMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

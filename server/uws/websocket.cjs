const { inspect } = require("node:util");
const { Receiver } = require("ws");
const { addressBytes, addressText } = require("./addresses.cjs");
const { closeFrame, encode, opcodes, textFrame, toArrayBuffer, toBuffer } = require("./frames.cjs");
const limits = require("./limits.cjs");
const { createScreen } = require("./pusher-frames.cjs");

const closeCodes = {
  WS_ERR_INVALID_UTF8: 1007,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 1008,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 1009,
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 1009,
};

/** Soketi takes 4200 for its own shutdown: a peer that leaves with it would stay listed for ever. @param {number} code */
const reportedCode = (code) => (code === 4200 ? 1000 : code);

/** One open connection. The user data given at the upgrade become properties of it, as Soketi expects. */
class WebSocket {
  #socket;
  #behavior;
  #maxBackpressure;
  #isClosed = false;
  #silentSweeps = 0;
  #onClosed;

  /** @param {import("node:net").Socket} socket @param {object} behavior @param {object} userData @param {() => void} onClosed */
  constructor(socket, behavior, userData, onClosed) {
    Object.assign(this, userData);
    this.#socket = socket;
    this.#behavior = behavior;
    this.#onClosed = onClosed;
    this.#maxBackpressure = behavior.maxBackpressure || limits.maxBackpressureBytes;
    socket.on("close", () => this.#report(1006));
    socket.on("drain", () => this.#isClosed || this.#call("drain", this));
  }

  /** Tells the owner that the socket is open, and reads only after everything this sets off has run. @param {Buffer} head */
  start(head) {
    this.#call("open", this);
    setImmediate(() => this.#listen(head));
  }

  /** @returns {0 | 1 | 2} 1: on its way, 0: queued, 2: dropped, because the peer reads too slowly */
  send(message, isBinary = false) {
    if (this.#isClosed) throw new Error("The socket is closed.");
    if (this.getBufferedAmount() > this.#maxBackpressure) {
      // A peer that misses a message cannot know; a peer that loses its connection comes back and reads everything again.
      if (this.#behavior.closeOnBackpressureLimit !== false) this.close();
      return 2;
    }
    const isText = typeof message === "string" && !isBinary;
    const frame = isText ? textFrame(message) : encode(isBinary ? opcodes.binary : opcodes.text, toBuffer(message));
    return this.#socket.write(frame) && this.getBufferedAmount() === 0 ? 1 : 0;
  }

  ping(message = "") {
    if (!this.#isClosed) this.#socket.write(encode(opcodes.ping, toBuffer(message)));
    return 1;
  }

  /** Says goodbye with a close frame; the close is reported at once. @param {number} [code] @param {string} [reason] */
  end(code, reason) {
    this.#finish(code, reason, code ?? 1005);
  }

  close() {
    this.#socket.destroy();
  }

  cork(action) {
    this.#socket.cork();
    try {
      action();
    } finally {
      this.#socket.uncork();
    }
    return this;
  }

  getBufferedAmount() {
    return this.#isClosed ? 0 : this.#socket.writableLength;
  }

  getUserData() {
    return this;
  }

  getRemoteAddress() {
    return addressBytes(this.#socket.remoteAddress ?? "");
  }

  getRemoteAddressAsText() {
    return addressText(this.#socket.remoteAddress ?? "");
  }

  /**
   * Pings a peer that has been silent for half of the idle timeout, and closes it at its end. Sweeps are counted, not
   * milliseconds: after the process itself has stood still, what peers have sent meanwhile is read before they are judged.
   */
  sweep() {
    this.#silentSweeps += 1;
    if (this.#silentSweeps > limits.sweepsPerTimeout) this.close();
    else if (this.#silentSweeps > limits.sweepsPerTimeout / 2) this.ping();
  }

  #listen(head) {
    if (this.#isClosed) return;
    const receiver = new Receiver({
      isServer: true,
      // One message per turn of the event loop: what the last one set off is settled before the next is read.
      allowSynchronousEvents: false,
      maxFragments: limits.maxFragments,
      maxPayload: Math.min(this.#behavior.maxPayloadLength || limits.maxMessageBytes, limits.maxMessageBytes),
    });
    const screen = createScreen();
    receiver.on("message", (message, isBinary) => {
      if (this.#isClosed) return;
      if (!screen(message)) return this.end(1007, "Not a message of the Pusher protocol.");
      this.#call("message", this, toArrayBuffer(message), isBinary);
    });
    receiver.on("ping", (message) => {
      if (!this.#isClosed && this.getBufferedAmount() <= this.#maxBackpressure) {
        this.#socket.write(encode(opcodes.pong, message));
      }
    });
    receiver.on("conclude", (code, reason) => {
      setImmediate(() => this.#finish(code === 1005 ? undefined : code, reason.toString(), reportedCode(code)));
    });
    receiver.on("error", (error) => this.end(closeCodes[error.code] ?? 1002));
    receiver.on("drain", () => this.#socket.resume());
    this.#socket.on("data", (chunk) => {
      this.#silentSweeps = 0;
      if (!this.#isClosed && !receiver.destroyed && !receiver.write(chunk)) this.#socket.pause();
    });
    this.#socket.on("end", () => this.close());
    if (head.length > 0) receiver.write(head);
    this.#socket.resume();
  }

  #finish(code, reason, reported) {
    if (this.#isClosed) return;
    this.#socket.end(closeFrame(code, reason));
    const timer = setTimeout(() => this.#socket.destroy(), limits.closeTimeoutMs);
    this.#socket.once("close", () => clearTimeout(timer));
    this.#report(reported, reason);
  }

  #report(code, reason = "") {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClosed();
    this.#call("close", this, code, toArrayBuffer(Buffer.from(reason)));
  }

  // A handler that throws costs its own socket, never the process.
  #call(name, ...values) {
    try {
      this.#behavior[name]?.(...values);
    } catch (error) {
      console.error(`A socket was closed because its ${name} handler failed: ${error}`);
      this.end(1007);
    }
  }

  [inspect.custom]() {
    return "WebSocket";
  }
}

module.exports = { WebSocket };

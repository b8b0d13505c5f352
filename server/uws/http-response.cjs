const { inspect } = require("node:util");
const { addressBytes, addressText } = require("./addresses.cjs");
const { toArrayBuffer, toBuffer } = require("./frames.cjs");
const { readBody } = require("./request-body.cjs");
const { bodyProblem } = require("./pusher-bodies.cjs");
const { splitUrl } = require("./http-request.cjs");

/**
 * uWebSockets' response over node:http. Status and headers are collected until end(): headers may come before the status,
 * and the first status stays. After end() or an abort every call is ignored.
 */
class HttpResponse {
  /** Whether end() leaves the connection open, whatever its caller wants. */
  static keepsConnections = false;

  #incoming;
  #outgoing;
  #status;
  #headers = [];
  #isDone = false;
  #onAborted = () => {};

  /** @param {import("node:http").IncomingMessage} incoming @param {import("node:http").ServerResponse} outgoing */
  constructor(incoming, outgoing) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    outgoing.on("close", () => {
      if (this.#isDone) return;
      this.#isDone = true;
      this.#guard(this.#onAborted);
    });
    outgoing.on("error", () => {});
  }

  /** @param {() => void} action */
  cork(action) {
    action();
    return this;
  }

  /** @param {string} status such as "404 Not Found" */
  writeStatus(status) {
    this.#status ??= status;
    return this;
  }

  /** @param {string} name @param {string | number} value */
  writeHeader(name, value) {
    this.#headers.push([name, String(value)]);
    return this;
  }

  /** @param {string | ArrayBuffer} [body] @param {boolean} [closesConnection] */
  end(body = "", closesConnection = false) {
    return this.#finish(body, closesConnection && !HttpResponse.keepsConnections);
  }

  #finish(body, closesConnection) {
    if (this.#isDone) return this;
    this.#isDone = true;
    const [, code, reason] = /^(\d{3}) ?(.*)$/.exec(this.#status ?? "200 OK");
    const payload = toBuffer(body);
    const headers = [...this.#headers, ["Content-Length", String(payload.length)]];
    if (closesConnection) headers.push(["Connection", "close"]);
    this.#outgoing.writeHead(Number(code), reason, headers.flat());
    this.#outgoing.end(payload);
    return this;
  }

  /** @param {string | ArrayBuffer} body @returns {[ok: boolean, done: boolean]} */
  tryEnd(body) {
    this.end(body);
    return [true, true];
  }

  close() {
    this.#outgoing.destroy();
    return this;
  }

  /** Delivers the whole body as one last chunk. @param {(chunk: ArrayBuffer, isLast: boolean) => void} handler */
  onData(handler) {
    readBody(this.#incoming, (body) => {
      if (this.#isDone) return;
      if (body === undefined) return this.refuse("413 Payload Too Large", "The payload size is too big.");
      const problem = bodyProblem(splitUrl(this.#incoming.url ?? "/")[0], body);
      if (problem) return this.refuse("400 Invalid Request", problem);
      this.#guard(() => handler(toArrayBuffer(body), true));
    });
    return this;
  }

  /** The last handler counts. @param {() => void} handler */
  onAborted(handler) {
    this.#onAborted = handler;
    return this;
  }

  /** @param {string} status @param {string} error */
  refuse(status, error) {
    if (this.#isDone) return;
    this.#status = status;
    this.#headers = [["Content-Type", "application/json"]];
    // Of a request that was not read to its end nothing else can come over the connection.
    this.#finish(JSON.stringify({ error, code: Number.parseInt(status, 10) }), true);
  }

  getRemoteAddress() {
    return addressBytes(this.#incoming.socket.remoteAddress ?? "");
  }

  getRemoteAddressAsText() {
    return addressText(this.#incoming.socket.remoteAddress ?? "");
  }

  getProxiedRemoteAddress() {
    return new ArrayBuffer(0);
  }

  getProxiedRemoteAddressAsText() {
    return new ArrayBuffer(0);
  }

  #guard(action) {
    try {
      action();
    } catch (error) {
      console.error(`A request failed: ${error}`);
      this.refuse("500 Internal Server Error", "A server error has occurred.");
    }
  }

  // Soketi logs whole responses, and they carry the app with its secret.
  [inspect.custom]() {
    return "HttpResponse";
  }
}

module.exports = { HttpResponse };

const { createHash } = require("node:crypto");
const { STATUS_CODES } = require("node:http");
const { addressBytes, addressText } = require("./addresses.cjs");
const { HttpRequest } = require("./http-request.cjs");

const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const isKey = /^[+/0-9A-Za-z]{22}==$/;
const isToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** @param {import("node:net").Socket} socket @param {number} status */
function refuseUpgrade(socket, status, header = "") {
  if (!socket.writable) return socket.destroy();
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** @param {import("node:http").IncomingMessage} incoming @returns {number | undefined} the status that refuses it */
function handshakeProblem({ method, headers }) {
  if (method !== "GET" || headers.upgrade?.toLowerCase() !== "websocket") return 400;
  if (headers["sec-websocket-version"] !== "13") return 426;
  return isKey.test(headers["sec-websocket-key"] ?? "") ? undefined : 400;
}

/** The response as the upgrade handler sees it: it answers with upgrade() or refuses with writeStatus().end(). */
class UpgradeResponse {
  #socket;
  #status = 403;
  #onUpgrade;
  #isDone = false;

  constructor(socket, onUpgrade) {
    this.#socket = socket;
    this.#onUpgrade = onUpgrade;
  }

  upgrade(userData, key, protocols, _extensions, _context) {
    if (this.#isDone || !this.#socket.writable) return;
    this.#isDone = true;
    const accept = createHash("sha1")
      .update(key + magic)
      .digest("base64");
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    lines.push(`Sec-WebSocket-Accept: ${accept}`);
    const protocol = (protocols ?? "").split(",")[0].trim();
    if (isToken.test(protocol)) lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
    this.#socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    this.#onUpgrade(userData);
  }

  writeStatus(status) {
    this.#status = Number.parseInt(status, 10);
    return this;
  }

  end() {
    if (this.#isDone) return this;
    this.#isDone = true;
    refuseUpgrade(this.#socket, STATUS_CODES[this.#status] ? this.#status : 403);
    return this;
  }

  cork(action) {
    action();
    return this;
  }

  onAborted(handler) {
    this.#socket.once("close", () => this.#isDone || handler());
    return this;
  }

  getRemoteAddress() {
    return addressBytes(this.#socket.remoteAddress ?? "");
  }

  getRemoteAddressAsText() {
    return addressText(this.#socket.remoteAddress ?? "");
  }

  getProxiedRemoteAddress() {
    return new ArrayBuffer(0);
  }

  getProxiedRemoteAddressAsText() {
    return new ArrayBuffer(0);
  }
}

/**
 * Answers one upgrade request; onUpgrade receives the user data once the peer has its 101.
 * @param {{ target: any, parameters: string[] } | undefined} route
 */
function answerUpgrade(incoming, socket, route, onUpgrade) {
  socket.on("error", () => {});
  socket.setTimeout(0);
  socket.setNoDelay(true);
  if (!route) return refuseUpgrade(socket, 404);
  const problem = handshakeProblem(incoming);
  if (problem) return refuseUpgrade(socket, problem, problem === 426 ? "Sec-WebSocket-Version: 13\r\n" : "");
  const request = new HttpRequest(incoming, route.parameters);
  const response = new UpgradeResponse(socket, onUpgrade);
  const header = (name) => request.getHeader(`sec-websocket-${name}`);
  try {
    const { upgrade } = route.target.behavior;
    if (upgrade) upgrade(response, request, {});
    else response.upgrade({}, header("key"), header("protocol"), header("extensions"), {});
  } catch (error) {
    console.error(`An upgrade failed: ${error}`);
    refuseUpgrade(socket, 500);
  }
}

module.exports = { answerUpgrade };

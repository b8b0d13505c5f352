const { createServer } = require("node:http");
const { HttpRequest, splitUrl } = require("./http-request.cjs");
const { HttpResponse } = require("./http-response.cjs");
const limits = require("./limits.cjs");
const { Router } = require("./router.cjs");
const { answerUpgrade } = require("./upgrade.cjs");
const { WebSocket } = require("./websocket.cjs");

const methods = ["get", "post", "put", "del", "patch", "options", "head", "any"];

/** The routes of one server; it listens once. */
class TemplatedApp {
  #server;
  #http = new Router();
  #sockets = new Router();

  /** @param {import("node:http").Server} server */
  constructor(server = createServer()) {
    this.#server = server;
    server.requestTimeout = limits.requestTimeoutMs;
    server.headersTimeout = limits.requestTimeoutMs;
    server.timeout = limits.requestTimeoutMs * 2;
    server.on("request", (incoming, outgoing) => this.#answer(incoming, outgoing));
    server.on("upgrade", (incoming, socket, head) => this.#upgrade(incoming, socket, head));
    for (const method of methods) {
      this[method] = (pattern, handler) => {
        this.#http.add(method === "del" ? "delete" : method, pattern, handler);
        return this;
      };
    }
  }

  /** @param {string} pattern @param {object} behavior */
  ws(pattern, behavior) {
    const open = new Set();
    const idleTimeoutMs = (behavior.idleTimeout || limits.idleTimeoutSeconds) * 1000;
    const sweep = setInterval(() => {
      for (const socket of open) socket.sweep();
    }, idleTimeoutMs / limits.sweepsPerTimeout);
    sweep.unref();
    this.#sockets.add("get", pattern, { behavior, open });
    return this;
  }

  /**
   * listen([host], port, [options], done): done receives a token for us_listen_socket_close, or false where the address
   * cannot be had, as for a port in use.
   */
  listen(...values) {
    const host = typeof values[0] === "string" ? values.shift() : undefined;
    const [port, done] = [values[0], values.at(-1)];
    const fail = () => done(false);
    this.#server.once("error", fail);
    try {
      this.#server.listen({ host, port }, () => {
        this.#server.off("error", fail);
        this.#server.on("error", (error) => console.error(`The server reports: ${error}`));
        done({ server: this.#server });
      });
    } catch {
      fail();
    }
    return this;
  }

  #answer(incoming, outgoing) {
    const response = new HttpResponse(incoming, outgoing);
    const route = this.#http.find(incoming.method.toLowerCase(), splitUrl(incoming.url)[0]);
    if (!route) return response.refuse("404 Not Found", "Not found.");
    try {
      route.target(response, new HttpRequest(incoming, route.parameters));
    } catch (error) {
      console.error(`A request failed: ${error}`);
      response.refuse("500 Internal Server Error", "A server error has occurred.");
    }
  }

  #upgrade(incoming, socket, head) {
    const route = this.#sockets.find("get", splitUrl(incoming.url)[0]);
    answerUpgrade(incoming, socket, route, (userData) => {
      const { behavior, open } = route.target;
      const peer = new WebSocket(socket, behavior, userData, () => open.delete(peer));
      open.add(peer);
      peer.start(head);
    });
  }
}

module.exports = { TemplatedApp };

/** uWebSockets' view of a request. Header names are lower case; path and parameters stay percent-encoded. */
class HttpRequest {
  #message;
  #path;
  #query;
  #parameters;

  /** @param {import("node:http").IncomingMessage} message @param {string[]} parameters */
  constructor(message, parameters) {
    this.#message = message;
    [this.#path, this.#query] = splitUrl(message.url ?? "/");
    this.#parameters = parameters;
  }

  getUrl() {
    return this.#path;
  }

  /** @param {string} [key] */
  getQuery(key) {
    return key === undefined ? this.#query : (new URLSearchParams(this.#query).get(key) ?? undefined);
  }

  getMethod() {
    return this.getCaseSensitiveMethod().toLowerCase();
  }

  getCaseSensitiveMethod() {
    return this.#message.method ?? "GET";
  }

  /** @param {number} index */
  getParameter(index) {
    return this.#parameters[index];
  }

  /** @param {string} name @returns {string} empty when absent */
  getHeader(name) {
    const value = this.#message.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(", ") : (value ?? "");
  }

  /** @param {(name: string, value: string) => void} visit */
  forEach(visit) {
    for (const name of Object.keys(this.#message.headers)) visit(name, this.getHeader(name));
  }
}

/** @param {string} url @returns {[path: string, query: string]} */
function splitUrl(url) {
  const mark = url.indexOf("?");
  return mark === -1 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

module.exports = { HttpRequest, splitUrl };

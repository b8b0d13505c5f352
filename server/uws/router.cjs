/** @param {string} pattern such as /app/:id or /* @returns {(path: string) => string[] | undefined} the parameters, in order */
function matcher(pattern) {
  const wanted = pattern.split("/");
  const endsOpen = wanted.at(-1) === "*";
  if (endsOpen) wanted.pop();
  return (path) => {
    const given = path.split("/");
    if (endsOpen ? given.length < wanted.length : given.length !== wanted.length) return undefined;
    const parameters = [];
    for (const [index, part] of wanted.entries()) {
      if (part.startsWith(":") && given[index] !== "") parameters.push(given[index]);
      else if (part !== given[index]) return undefined;
    }
    return parameters;
  };
}

/** @param {string} pattern */
function rank(pattern) {
  if (pattern.endsWith("*")) return 2;
  return pattern.includes("/:") ? 1 : 0;
}

/** Finds a handler as uWebSockets does: literal paths first, then parameters, then wildcards; a method before "any". */
class Router {
  #routes = [];

  /** @param {string} method lower case, or "any" @param {string} pattern @param {unknown} target */
  add(method, pattern, target) {
    this.#routes.push({ method, match: matcher(pattern), target, rank: rank(pattern) + (method === "any" ? 3 : 0) });
    this.#routes.sort((a, b) => a.rank - b.rank);
  }

  /** @param {string} method @param {string} path @returns {{ target: any, parameters: string[] } | undefined} */
  find(method, path) {
    for (const route of this.#routes) {
      if (route.method !== method && route.method !== "any") continue;
      const parameters = route.match(path);
      if (parameters) return { target: route.target, parameters };
    }
    return undefined;
  }
}

module.exports = { Router };

const limits = require("./limits.cjs");

/**
 * Reads a request's body into memory; done receives undefined when it is larger than allowed. A too large body is read
 * to its end without being kept: a connection closed in the middle would lose the answer.
 * @param {import("node:http").IncomingMessage} incoming @param {(body: Buffer | undefined) => void} done
 */
function readBody(incoming, done) {
  let chunks = [];
  let bytes = 0;
  const take = (chunk) => {
    bytes += chunk.length;
    if (bytes <= limits.maxBodyBytes) chunks.push(chunk);
    else chunks = [];
    if (bytes > limits.maxDiscardedBytes) incoming.destroy();
  };
  incoming.on("data", take);
  incoming.once("end", () => done(bytes <= limits.maxBodyBytes ? Buffer.concat(chunks, bytes) : undefined));
}

module.exports = { readBody };

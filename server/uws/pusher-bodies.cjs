const { isObject, isShallow, isText, isTextOrAbsent, parseObject } = require("./json-shape.cjs");

const isEvent = (event) =>
  isObject(event) &&
  isTextOrAbsent(event.name) &&
  isTextOrAbsent(event.channel) &&
  isTextOrAbsent(event.socket_id) &&
  (event.channels === undefined || (Array.isArray(event.channels) && event.channels.every(isText))) &&
  isShallow(event.data);

const shapes = {
  events: isEvent,
  batch_events: ({ batch }) => Array.isArray(batch) && batch.every(isEvent),
};

/**
 * Soketi trusts the shape of a body, and an exception there ends its process or leaves the request without an answer.
 * @param {string} path @param {Buffer} body @returns {string | undefined} why the body is refused
 */
function bodyProblem(path, body) {
  const shape = shapes[path.slice(path.lastIndexOf("/") + 1)];
  if (!shape) return undefined;
  const value = parseObject(body);
  return value && shape(value) ? undefined : "The received data is incorrect.";
}

module.exports = { bodyProblem };

const limits = require("./limits.cjs");

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value */
const isText = (value) => typeof value === "string";

/** @param {unknown} value */
const isTextOrAbsent = (value) => value === undefined || value === null || isText(value);

/** JSON.stringify recurses: a value nested deeper than this could exhaust the stack. @param {unknown} value */
function isShallow(value, depth = limits.maxNesting) {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

/** @param {string | Buffer} text @returns {Record<string, any> | undefined} undefined unless it is a JSON object */
function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

module.exports = { isObject, isText, isTextOrAbsent, isShallow, parseObject };

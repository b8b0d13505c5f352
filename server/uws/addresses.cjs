const { isIPv4 } = require("node:net");
const { toArrayBuffer } = require("./frames.cjs");

/** @param {string} text @returns {ArrayBuffer} 4 bytes of IPv4 or 16 bytes of IPv6; empty when unknown */
function addressBytes(text) {
  const address = text.replace(/^::ffff:(?=\d+\.)/, "").replace(/%.*$/, "");
  if (address === "") return new ArrayBuffer(0);
  if (isIPv4(address)) return toArrayBuffer(Buffer.from(address.split(".").map(Number)));
  const [left, right] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const missing = 8 - left.length - (right?.length ?? 0);
  const groups = right ? [...left, ...Array(missing).fill("0"), ...right] : left;
  return toArrayBuffer(Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex"));
}

/** @param {string} text @returns {ArrayBuffer} */
function addressText(text) {
  return toArrayBuffer(Buffer.from(text));
}

module.exports = { addressBytes, addressText };

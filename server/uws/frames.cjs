const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

/** @param {number} opcode @param {Buffer} payload @returns {Buffer} one unfragmented, unmasked frame */
function encode(opcode, payload) {
  const { length } = payload;
  const headBytes = length < 126 ? 2 : length < 65536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + length);
  frame[0] = 0x80 | opcode;
  if (headBytes === 2) frame[1] = length;
  else if (headBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, headBytes);
  return frame;
}

let lastText;
let lastFrame;

/** Soketi hands the same text to each subscriber in turn; all of them share one frame. @param {string} text */
function textFrame(text) {
  if (text !== lastText) {
    lastFrame = encode(opcodes.text, Buffer.from(text));
    lastText = text;
  }
  return lastFrame;
}

/** @param {number | undefined} code @param {string} [reason] */
function closeFrame(code, reason = "") {
  if (code === undefined) return encode(opcodes.close, Buffer.alloc(0));
  const text = Buffer.from(reason).subarray(0, 123);
  const payload = Buffer.allocUnsafe(2 + text.length);
  payload.writeUInt16BE(code, 0);
  text.copy(payload, 2);
  return encode(opcodes.close, payload);
}

/** @param {string | ArrayBuffer | ArrayBufferView} message @returns {Buffer} */
function toBuffer(message) {
  if (typeof message === "string") return Buffer.from(message);
  if (ArrayBuffer.isView(message)) return Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  return Buffer.from(message);
}

/** @param {Buffer} buffer @returns {ArrayBuffer} a copy of exactly these bytes */
function toArrayBuffer(buffer) {
  return buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
}

module.exports = { opcodes, encode, textFrame, closeFrame, toBuffer, toArrayBuffer };

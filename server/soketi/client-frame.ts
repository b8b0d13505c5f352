import { randomBytes } from "node:crypto";

/** One WebSocket frame of a browser (RFC 6455 section 5.2). */
export interface Frame {
  raw: Buffer;
  payload: Buffer;
  isControl: boolean;
  isContinuation: boolean;
  isFinal: boolean;
}

/**
 * Reads the frame at the start of the input. Returns the number of bytes the input must at least have when it is not
 * all there, and "invalid" for frames that a browser never sends: unmasked, compressed, or larger than the limit.
 */
export function readFrame(input: Buffer, maxPayloadBytes: number): Frame | number | "invalid" {
  if (input.length < 2) return 2;
  const [first, second] = [input.readUInt8(0), input.readUInt8(1)];
  const reservedBits = first & 0x70;
  const isMasked = (second & 0x80) !== 0;
  if (reservedBits !== 0 || !isMasked) return "invalid";

  const shortLength = second & 0x7f;
  const lengthBytes = shortLength === 126 ? 2 : shortLength === 127 ? 8 : 0;
  const headerBytes = 2 + lengthBytes + 4;
  if (input.length < headerBytes) return headerBytes;
  const length =
    lengthBytes === 0 ? shortLength : lengthBytes === 2 ? input.readUInt16BE(2) : Number(input.readBigUInt64BE(2));
  if (length > maxPayloadBytes) return "invalid";
  const end = headerBytes + length;
  if (input.length < end) return end;

  const opcode = first & 0x0f;
  return {
    raw: input.subarray(0, end),
    payload: masked(input.subarray(headerBytes, end), input.subarray(headerBytes - 4, headerBytes)),
    isControl: opcode >= 0x8,
    isContinuation: opcode === 0,
    isFinal: (first & 0x80) !== 0,
  };
}

/** A whole message as a browser would send it. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const key = randomBytes(4);
  const head = Buffer.alloc(payload.length < 126 ? 2 : 4);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | Math.min(payload.length, 126), 1);
  if (head.length > 2) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, key, masked(payload, key)]);
}

/** Masks, and takes the mask off again. */
function masked(payload: Buffer, key: Buffer): Buffer {
  const result = Buffer.allocUnsafe(payload.length);
  for (let index = 0; index < payload.length; index += 1)
    result[index] = payload.readUInt8(index) ^ key.readUInt8(index & 3);
  return result;
}

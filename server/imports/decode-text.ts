import type { Encoding } from "../../contract/imports/imports.ts";

/**
 * The encoding of a text file: by its byte order mark, else UTF-8 when every byte fits, else Windows-1252, which is
 * what spreadsheets in German offices write, or Mac Roman. UTF-16 without a mark shows by its zero bytes.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = zeroShare(bytes);
  if (zeros.odd > 0.3) return "utf-16le";
  if (zeros.even > 0.3) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return isMacRoman(bytes) ? "macintosh" : "windows-1252";
  }
}

const macUmlauts = new Set([0x8a, 0x9a, 0x9f, 0x80, 0x85, 0x86, 0xa7]);
const windowsUmlauts = new Set([0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf]);
const isLetter = (byte = 0) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Whether the German letters beside other letters are those of old Macs, on which Excel still writes CSV so. */
function isMacRoman(bytes: Uint8Array): boolean {
  let mac = 0;
  let windows = 0;
  for (const [at, byte] of bytes.subarray(0, 256 * 1024).entries()) {
    if (byte < 0x80 || !(isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))) continue;
    if (macUmlauts.has(byte)) mac += 1;
    if (windowsUmlauts.has(byte)) windows += 1;
  }
  return mac > windows;
}

/** The text without its byte order mark; bytes that do not fit become U+FFFD and never an error. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

function zeroShare(bytes: Uint8Array): { even: number; odd: number } {
  const length = Math.min(bytes.length - (bytes.length % 2), 4096);
  if (length === 0) return { even: 0, odd: 0 };
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  return { even: (even * 2) / length, odd: (odd * 2) / length };
}

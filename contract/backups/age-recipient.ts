const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const prefix = "age";
/** 32 bytes in groups of five bits, and the checksum. */
const dataLength = 52 + 6;

/** Whether a text is the public part of an X25519 key of age, by its checksum (Bech32, BIP 173). */
export function isAgeRecipient(text: string): boolean {
  if (!text.startsWith(`${prefix}1`) || text.length !== prefix.length + 1 + dataLength) return false;
  const values = [...text.slice(prefix.length + 1)].map((character) => alphabet.indexOf(character));
  return !values.includes(-1) && polymod([...expanded(), ...values]) === 1;
}

const codes = [...prefix].map((character) => character.charCodeAt(0));
const expanded = () => [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) check ^= generator;
  }
  return check >>> 0;
}

import type { Reading } from "./reading.ts";

const problem = { problem: "USt-IdNr. hat kein gültiges Format." };

const british = /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/;

/** Forms of the member states' numbers, after the European Commission's VIES description, and of near neighbours. */
const forms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: british,
  GB: british,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
};

/** Reads a VAT number without spaces and dots; German ones must have the right check digit. */
export function readVatId(text: string): Reading {
  const value = text.replace(/[\s.\-/]/g, "").toUpperCase();
  const [country, rest] = [value.slice(0, 2), value.slice(2)];
  if (!forms[country]?.test(rest)) return problem;
  return country === "DE" && !hasGermanCheckDigit(rest) ? problem : { value };
}

/** ISO 7064, MOD 11,10. */
function hasGermanCheckDigit(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(digits[8]);
}

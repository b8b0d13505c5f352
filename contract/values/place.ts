import type { Reading } from "./reading.ts";

const names = new Intl.DisplayNames("de", { type: "region", fallback: "none" });

/** The German name of a country by its ISO 3166-1 code; undefined for what is no country. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) && !["ZZ", "XA", "XB", "EU", "UN", "EZ"].includes(code) ? names.of(code) : undefined;
}

const byName = new Map<string, string>();

function codeOf(name: string): string | undefined {
  if (byName.size === 0)
    for (let first = 65; first <= 90; first += 1)
      for (let second = 65; second <= 90; second += 1) {
        const code = String.fromCharCode(first, second);
        const known = countryName(code);
        if (known) byName.set(known.toLowerCase(), code);
      }
  return byName.get(name.toLowerCase());
}

/** Reads a country, by its code or its German name, into its code. */
export function readCountry(text: string): Reading {
  const typed = text.trim();
  const code = countryName(typed.toUpperCase()) ? typed.toUpperCase() : codeOf(typed);
  return code ? { value: code } : { problem: "Bitte ein Land angeben, z. B. DE oder Österreich." };
}

const digits: Record<string, number> = { DE: 5, AT: 4, CH: 4, LI: 4 };

/** Reads a postcode of a country; German ones have 5 digits, Austrian and Swiss ones 4. */
export function readZip(text: string, country = "DE"): Reading {
  const value = text.trim().toUpperCase();
  const length = digits[country];
  const isRight = length ? new RegExp(`^\\d{${length}}$`).test(value) : /^[A-Z0-9 -]{2,12}$/.test(value);
  return isRight ? { value } : { problem: "PLZ passt nicht zum Land." };
}

/** Reads a colour as `#rrggbb`. */
export function readColor(text: string): Reading {
  const value = text.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(value) ? { value } : { problem: "Bitte eine Farbe wie #b40032 angeben." };
}

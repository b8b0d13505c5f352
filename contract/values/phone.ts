import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Reading } from "./reading.ts";

/** Reads a telephone number into E.164; without a country code it is a German one. */
export function readPhone(text: string): Reading {
  const typed = text.trim().replace(/^tel:/i, "").replace(/\(0\)/, "");
  const number = parsePhoneNumberFromString(typed, { defaultCountry: "DE", extract: false });
  // E.164 has no room for extensions, and a number without its end reaches the wrong person.
  if (number?.ext) return { problem: "Bitte die Durchwahl anhängen, z. B. +49 30 123456-12." };
  const hasPrefix = /^[(\s]*(\+|0)/.test(typed);
  if (!number?.isPossible() || !hasPrefix) return { problem: "Bitte mit Vorwahl angeben, z. B. +49 30 123456." };
  return { value: number.number };
}

/** A number in E.164 as people read it: „+49 30 123456“. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

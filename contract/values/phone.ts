import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Reading } from "./reading.ts";

/** Reads a telephone number into E.164; without a country code it is a German one. */
export function readPhone(text: string): Reading {
  const number = parsePhoneNumberFromString(text.replace(/\(0\)/, "").trim(), { defaultCountry: "DE", extract: false });
  const hasPrefix = /^\s*(\+|00|0)/.test(text);
  if (!number?.isPossible() || !hasPrefix) return { problem: "Bitte mit Vorwahl angeben, z. B. +49 30 123456." };
  return { value: number.number };
}

/** A number in E.164 as people read it: „+49 30 123456“. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

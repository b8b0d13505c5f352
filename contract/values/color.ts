import type { Reading } from "./reading.ts";

/** Reads a colour as `#rrggbb`. */
export function readColor(text: string): Reading {
  const value = text.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(value) ? { value } : { problem: "Bitte eine Farbe wie #b40032 angeben." };
}

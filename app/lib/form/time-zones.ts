import { portalTimeZone } from "../../../contract/time/time-zone.ts";
import { fold } from "../fold.ts";

const usual = ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "UTC"];
const maxShown = 60;

/** The time zones that this browser knows and that fit what was typed, the usual ones first. */
export function findTimeZones(search: string): string[] {
  const words = readable(search).split(/\s+/).filter(Boolean);
  const all = [...new Set([...usual, portalTimeZone(), ...Intl.supportedValuesOf("timeZone")])];
  return all.filter((zone) => words.every((word) => readable(zone).includes(word))).slice(0, maxShown);
}

const readable = (text: string) => fold(text).replace(/[/_]/g, " ");

/** „UTC+1“ at this moment. */
export function offsetOf(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" }).formatToParts(at);
  return (parts.find(({ type }) => type === "timeZoneName")?.value ?? "").replace("GMT", "UTC");
}

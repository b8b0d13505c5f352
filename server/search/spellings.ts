import { domainToASCII, domainToUnicode } from "node:url";
import type { Field } from "../../contract/records/fields.ts";
import { foldText } from "../../contract/values/fold.ts";

/**
 * The normal form in which texts are compared: folded words between dots, as `.weingut.amsel.`, so that a needle is
 * found by its position alone and a dot before it means the beginning of a word.
 */
export function toRun(text: string): string {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu);
  return words ? `.${words.join(".")}.` : "";
}

/** Beyond this, only the words that differ are kept in their other spellings. */
const longText = 200;

/** Every spelling under which a field's value is found, as runs. */
export function runsOf(field: Field, value: string): string[] {
  const format = field.kind === "text" || field.kind === "texts" ? field.format : "plain";
  const texts = [value];
  if (format === "url" && value.includes("xn--")) texts.push(domainToUnicode(hostOf(value)));
  if (format === "domain" || format === "hostname") texts.push(domainToUnicode(value), domainToASCII(value));
  if (format === "email") texts.push(domainToUnicode(value.split("@")[1] ?? ""));
  if (["serial", "imei", "mac", "vatId", "phone"].includes(format) || field.auto) texts.push(compact(value));
  return [...new Set(texts.flatMap(withUmlautSpellings))].filter(Boolean);
}

/** The letters and digits alone: „C02-XY 12“ is also typed as „c02xy12“, and phone numbers in any grouping. */
export function compact(value: string): string {
  return value.replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The host of a URL without „www.“; empty for everything else. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}

/** „Müller“ is typed as „muller“ and as „mueller“; „Mueller“ as „müller“. */
function withUmlautSpellings(text: string): string[] {
  const run = toRun(text);
  const others = [toRun(expandUmlauts(text)), run.replace(/(?<![aeiouq])([aou])e/g, "$1")];
  if (text.length <= longText) return [run, ...others.filter((other) => other !== run)];
  const known = new Set(run.split("."));
  const words = others.flatMap((other) => other.split(".").filter((word) => !known.has(word)));
  return [run, ...words.map((word) => `.${word}.`)];
}

const digraphs: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

function expandUmlauts(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöü]/g, (umlaut) => digraphs[umlaut] ?? umlaut);
}

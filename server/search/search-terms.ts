import { isIP } from "node:net";
import { compact, hostOf, toRun } from "./spellings.ts";

/** A word that must be found, in any of these spellings. */
export type Term = readonly string[];

const maxTerms = 12;

/**
 * What was typed, as ways to read it: one of them must be found with all of its words. Needles are runs without the
 * outer dots; a short one keeps the first, because it only stands at the beginning of a word.
 */
export function readSearch(text: string): Term[][] {
  const terms = text.split(/\s+/).slice(0, maxTerms).map(toTerm);
  const words = terms.filter((term) => term.length > 0);
  const readings = words.length > 0 ? [words] : [];
  const digits = phoneDigits(text);
  return digits ? [...readings, [[digits]]] : readings;
}

function toTerm(typed: string): Term {
  const texts = [typed.replace(/^www\./i, "")];
  const address = typed.replace(/^\[|\]$/g, "");
  // An address with a zone, as `fe80::1%eth0`, is none that a URL can hold.
  if (isIP(address) === 6 && URL.canParse(`http://[${address}]`)) texts.push(new URL(`http://[${address}]`).hostname);
  if (/^https?:\/\//i.test(typed)) texts.push(hostOf(typed));
  const needles = texts.map(toNeedle);
  // Part of a serial number, with the hyphens set as the person sees fit.
  if (/\d/.test(typed) && /[-/_:]/.test(typed) && !typed.includes("://")) needles.push(toNeedle(compact(typed)));
  return [...new Set(needles.filter(Boolean))];
}

function toNeedle(text: string): string {
  const needle = toRun(text).slice(1, -1);
  return Array.from(needle).length < 3 && needle ? `.${needle}` : needle;
}

/** The digits of a phone number without what stands for the country's own „0“, when the whole text looks like one. */
function phoneDigits(text: string): string | undefined {
  if (!/^[+\d][\d\s()/-]*$/.test(text.trim())) return undefined;
  const digits = text.replace("(0)", "").replace(/\D/g, "").replace(/^0+/, "");
  return digits.length >= 5 ? digits : undefined;
}

import { foldText } from "../../../contract/values/fold.ts";
import { toUnicodeDomain } from "../../../contract/values/hostname.ts";

/** A longer part of a title describes a page; it is no name. */
const maxName = 60;
const separators = /\s+[-–—|·•»›:/]+\s+|\s*[|•»]\s*|:\s+/;
const greeting = /^(?:herzlich )?willkommen (?:bei|beim|auf) (?:der |dem |den )?/i;
/** What a start page is called on any site. */
const general = new Set(
  [
    "home homepage start startseite index willkommen welcome menu website webseite main page hauptseite",
    "anmelden anmeldung login sign in log in untitled document ohne titel neue seite aktuelles news blog shop onlineshop",
  ].flatMap((words) => words.split(" ")),
);

/** How a site that is found under a URL would be called: as its title says, or as its host name where that says nothing. */
export function proposeSiteName(title: string, url: string): string {
  const host = toUnicodeDomain(new URL(url).hostname.replace(/^www\./, ""));
  const parts = title
    .normalize("NFC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .split(separators)
    .map((part) => part.trim().replace(greeting, "").trim())
    .filter((part) => part.length <= maxName && /\p{L}{2}/u.test(part) && !isGeneral(part));
  // A title names the site and says more about it, in either order; the host name tells which is which.
  const hostParts = plain(host.split(".").slice(0, -1).join("-")).split("-").filter(Boolean);
  let best = { part: parts[0], score: 0 };
  for (const part of parts) {
    const letters = plain(part).replaceAll("-", "");
    const score = hostParts.filter((word) => word.length > 2 && letters.includes(word)).join("").length;
    if (score > best.score) best = { part, score };
  }
  return best.part ?? host;
}

const isGeneral = (part: string) =>
  foldText(part)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => !word || general.has(word));

/** In the letters of a host name: „Bäckerei Böhm“ is `baeckerei-boehm`. */
const plain = (text: string) =>
  foldText(text.toLowerCase().replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue")).replace(/[^a-z0-9]+/g, "-");

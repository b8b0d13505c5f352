import { readEmail } from "../../../contract/values/email.ts";
import { readPhone } from "../../../contract/values/phone.ts";
import { readVatId } from "../../../contract/values/vat-id.ts";

/**
 * What single lines of an Impressum hold. Lines have at most some hundred characters, and no pattern repeats what it
 * repeats, so that a page that means harm takes no longer than others.
 */

/** Longer forms before the shorter ones that they hold. */
const legalForms: readonly (readonly [RegExp, string])[] = [
  [/\bUG\s*\(?haftungsbeschränkt\)?\s*(?:&|und|u\.)\s*Co\.?\s*KG\b/i, "UG (haftungsbeschränkt) & Co. KG"],
  [/\bGmbH\s*(?:&|und|u\.)\s*Co\.?\s*KGaA\b/i, "GmbH & Co. KGaA"],
  [/\bGmbH\s*(?:&|und|u\.|\+)\s*Co\.?\s*KG\b/i, "GmbH & Co. KG"],
  [/\bGmbH\s*(?:&|und|u\.)\s*Co\.?\s*OHG\b/i, "GmbH & Co. OHG"],
  [/\bAG\s*(?:&|und|u\.)\s*Co\.?\s*KG\b/, "AG & Co. KG"],
  [/\b(?:UG|Unternehmergesellschaft)\s*\(?\s*haftungsbeschränkt\s*\)?/i, "UG (haftungsbeschränkt)"],
  [/\bgGmbH\b/, "gGmbH"],
  [/\bGmbH\b|\bG\.?m\.?b\.?H\.?(?=\s|$)|Gesellschaft mit beschränkter Haftung/i, "GmbH"],
  [/\bGes\.?\s?m\.?\s?b\.?\s?H\b/i, "GmbH"],
  [/\bUG\b/, "UG (haftungsbeschränkt)"],
  [/\bKGaA\b/, "KGaA"],
  [/\bPart(?:G|nerschaftsgesellschaft)\s?mbB\b|\bPartGmbB\b/, "PartG mbB"],
  [/\bPartG\b|\bPartnerschaftsgesellschaft\b/, "PartG"],
  [/\beGbR\b/, "eGbR"],
  [/\bGbR\b|Gesellschaft bürgerlichen Rechts/i, "GbR"],
  [/\bOHG\b/, "OHG"],
  [/\bKG\b/, "KG"],
  [/\bAktiengesellschaft\b|\bAG\b/, "AG"],
  [/\bSE\b/, "SE"],
  [/\beG\b/, "eG"],
  [/\be\.\s?K(?:fm|fr)?\.?(?=\s|$|,)/i, "e. K."],
  [/\be\.\s?U\.?(?=\s|$|,)/, "e. U."],
  [/\be\.?\s?V\.?(?=\s|$|,)/, "e. V."],
  [/\bStiftung\b/, "Stiftung"],
  [/\bKdöR\b|Körperschaft des öffentlichen Rechts/i, "KdöR"],
  [/\bSàrl\b/i, "Sàrl"],
  [/\bLtd\b|\bLimited\b/, "Ltd."],
];

/** The legal form that a name carries; undefined for names of people and trades. */
export function legalFormIn(name: string): string | undefined {
  return legalForms.find(([pattern]) => pattern.test(name))?.[1];
}

export interface Locality {
  zip: string;
  city: string;
  country: string | null;
}

const cityLine = /^(?:(DE?|AT?|CH|LI)\s?[-–—]\s?)?(\d{4,5})\s{1,3}(\p{L}[\p{L} .'()/-]{1,60})/u;
const countries: readonly (readonly [RegExp, string])[] = [
  [/\b(?:deutschland|germany)\b/i, "DE"],
  [/(?:österreich|oesterreich|\baustria\b)/i, "AT"],
  [/\b(?:schweiz|switzerland|suisse)\b/i, "CH"],
  [/\bliechtenstein\b/i, "LI"],
];
const prefixes: Readonly<Record<string, string>> = { D: "DE", DE: "DE", A: "AT", AT: "AT", CH: "CH", LI: "LI" };
/** What follows a city on the same line. */
const afterCity = /\s(?:tel|fon|fax|mobil|e-?mail|deutschland|germany|österreich|austria|schweiz|switzerland)\b.*$/iu;

export const countryIn = (text: string): string | null => countries.find(([name]) => name.test(text))?.[1] ?? null;

/** `D-55411 Bingen am Rhein` with its country where it is said. */
export function readLocality(line: string): Locality | undefined {
  const [, prefix, zip, rest] = cityLine.exec(line) ?? [];
  if (!zip || !rest) return undefined;
  const city = rest.replace(afterCity, "").replace(/[\s./(-]+$/, "");
  const country = (prefix && prefixes[prefix]) ?? countryIn(line) ?? (zip.length === 5 ? "DE" : null);
  const isYear = zip.length === 4 && /^(?:19|20)\d\d$/.test(zip) && !prefix && country === null;
  return city.length > 1 && !isYear && !/\b(?:uhr|euro|eur|tage|stunden|gmbh)\b/i.test(city)
    ? { zip, city, country }
    : undefined;
}

const streetLine =
  /^\p{L}[\p{L}\p{N} .'/-]{1,80}\s\d{1,4}\s?[a-z]?(?:\s?[-–/+]\s?\d{1,4}\s?[a-z]?)?(?:\s?\(.{1,30}\))?$/iu;
/** Mannheim counts its blocks: „Q 7, 24“. */
const block = /^[A-U]\s?\d{1,2},?\s\d{1,3}[a-z]?$/;

/** Whether a line is a street with its number. */
export function isStreet(line: string): boolean {
  if (/^(?:tel|fon|fax|mobil|hrb|hra|vr|amtsgericht|stand|artikel|art\.)\b|§/i.test(line)) return false;
  return (streetLine.test(line) && !/\d{5}/.test(line)) || block.test(line) || /^postfach\s\d[\d ]{1,12}$/i.test(line);
}

/** `HRB 12345 B`, `VR 77`, `FN 123456 a`. */
export function registerNoIn(line: string): string | undefined {
  const found =
    /\b(HR\s?[AB]|VR|GnR|GsR|PR|GüR)\s{0,2}(?:-?Nr\.?|-?Nummer)?[\s:.]{0,3}(\d[\d ]{0,8})\s?([A-Z]{1,3}\b)?/.exec(line);
  if (found?.[1] && found[2])
    return [found[1].replace(/\s/g, ""), found[2].replace(/\s/g, ""), found[3]].filter(Boolean).join(" ");
  const austrian = /\bFN\s{0,2}:?\s{0,2}(\d{3,6})\s?([a-z])\b/.exec(line);
  if (austrian) return `FN ${austrian[1]} ${austrian[2]}`;
  return /\bCHE-\d{3}\.\d{3}\.\d{3}\b/.exec(line)?.[0];
}

/** `Amtsgericht Mainz`, `Landesgericht Linz`. */
export function courtIn(line: string): string | undefined {
  const named =
    /\b(Amtsgericht|Registergericht|Handelsregister|Landesgericht|Handelsgericht|Vereinsregister|AG)(?:es|s)?[\s:]{1,3}(?:(?:der|des|beim|am|von|in)\s)?(Amtsgerichts?\s|Landesgericht\s|Handelsgericht\s)?(?:der Stadt\s)?(\p{Lu}[\p{Ll}ß]{2,25}(?:[\s-](?:am|an der|im|bei|\(|a\.\s?M\.|\p{Lu})[\p{L}().-]{0,20}){0,2})/u.exec(
      line,
    );
  const [, kind = "", inner, city] = named ?? [];
  if (!city || /^(?:Nummer|Nr|Registernummer|Amtsgericht|Eintragung|Eingetragen)/.test(city)) return undefined;
  const court = /^(?:Landes|Handelsg)/.test(inner ?? kind) ? (inner ?? kind).trim() : "Amtsgericht";
  return `${court} ${city.replace(/[\s,(]+$/, "")}`.replace(/\s(?:HR|VR|Nr|Registernummer|Handelsregister).*$/, "");
}

const vatShape = /\b(?:DE|ATU|AT U|CHE)[\s.:-]{0,3}\d[\d\s.-]{6,14}\d(?:\s?(?:MWST|TVA|IVA))?/g;

/** The first VAT number of a line that is right. */
export function vatIdIn(line: string): string | undefined {
  for (const [shape] of line.toUpperCase().matchAll(vatShape)) {
    const bare = shape.replace(/[\s.:-]/g, "");
    // Without it, it is the number of the company and no VAT number.
    if (bare.startsWith("CHE") && !/[A-Z]$/.test(bare)) continue;
    const reading = readVatId(bare.startsWith("DE") ? bare.slice(0, 11) : bare);
    if ("value" in reading) return reading.value;
  }
  return undefined;
}

const around = "[\\[({<]\\s?";
const closing = "\\s?[\\])}>]";
const hiddenAt = new RegExp(`\\s?${around}(?:at|ät|@|a)${closing}\\s?`, "gi");
const hiddenDot = new RegExp(`\\s?${around}(?:dot|punkt|\\.)${closing}\\s?`, "gi");
const mail = /[a-z0-9][a-z0-9._%+-]{0,63}@[\p{L}0-9][\p{L}0-9.-]{2,100}\p{L}{2}/giu;

/** The mail addresses of a line, also those that are written so that machines do not see them. */
export function mailsIn(line: string): string[] {
  const plain = line
    .replace(hiddenAt, "@")
    .replace(hiddenDot, ".")
    .replace(/\s\|?at\|?\s(?=[\p{L}0-9-]{2,60}(?:\.| dot )\p{L})/giu, "@")
    .replace(/\s(?:dot|punkt)\s(?=\p{L}{2,12}\b)/giu, ".");
  return (plain.match(mail) ?? []).flatMap((found) => {
    const reading = readEmail(found.replace(/\.+$/, ""));
    return "value" in reading ? [reading.value] : [];
  });
}

const phoneLine =
  /(?:^|[\s|,])(?:tel(?:efon)?|fon|phone|ruf|mobil|handy|t|m|✆|☎)(?:nummer)?\s?[.:]{0,2}\s?(?:nr\.?)?[:\s]{0,3}(\+?\(?[\d][\d\s()/.–-]{5,24}\d)/iu;
const calling: Readonly<Record<string, string>> = { AT: "+43", CH: "+41", LI: "+423" };

/** The telephone number of a line in E.164; fax numbers are none. */
export function phoneIn(line: string, country: string | null): string | undefined {
  const found = phoneLine.exec(line.replace(/\b(?:tele)?fax\b.*$/i, ""))?.[1] ?? undefined;
  return found === undefined ? undefined : normalPhone(found, country);
}

export function normalPhone(text: string, country: string | null): string | undefined {
  const typed = text.replace(/[–/]/g, " ").replace(/\(0\)/, "").trim();
  const code = country ? calling[country] : undefined;
  const abroad = code && /^\(?0[^0]/.test(typed) ? `${code} ${typed.replace(/^\(?0/, "").replace(")", "")}` : typed;
  const reading = readPhone(abroad);
  return "value" in reading ? reading.value : undefined;
}

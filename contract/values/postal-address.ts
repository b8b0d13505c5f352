import { foldText } from "./fold.ts";
import type { Reading } from "./reading.ts";

/** ISO 3166-1 alpha-2, the officially assigned codes. Browsers name withdrawn codes as well, by the same names. */
export const countryCodes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

const german = new Intl.DisplayNames("de", { type: "region", fallback: "none" });

/** The German name of a country by its ISO 3166-1 code; undefined for what is no country. */
export function countryName(code: string): string | undefined {
  return countryCodes.includes(code) ? german.of(code) : undefined;
}

/** What stands for a country in address lists beside its names. */
const shortNames = { d: "DE", a: "AT", fl: "LI", brd: "DE", uk: "GB", usa: "US", holland: "NL" };
const byName = new Map<string, string>(Object.entries(shortNames));

function codeOf(name: string): string | undefined {
  if (byName.size === Object.keys(shortNames).length)
    for (const language of ["en", "de"])
      for (const style of ["short", "long"] as const) {
        const names = new Intl.DisplayNames(language, { type: "region", style });
        for (const code of countryCodes) byName.set(plainName(names.of(code) ?? code), code);
      }
  return byName.get(plainName(name));
}

/** Browsers and servers do not agree on what they add in brackets: „Falklandinseln (Malwinen)“. */
const plainName = (name: string) => foldText(name.replace(/\(.*\)/, ""));

/** Reads a country, by its code or its German or English name, into its code. */
export function readCountry(text: string): Reading {
  const code = text.trim().toUpperCase();
  const value = countryCodes.includes(code) ? code : codeOf(text);
  return value ? { value } : { problem: "Bitte ein Land angeben, z. B. DE oder Österreich." };
}

const digits: Record<string, number> = { DE: 5, AT: 4, CH: 4, LI: 4 };

/** Reads a postcode of a country; German ones have 5 digits, Austrian and Swiss ones 4. */
export function readZip(text: string, country = "DE"): Reading {
  const value = text.trim().toUpperCase();
  const length = digits[country];
  const isRight = length ? new RegExp(`^\\d{${length}}$`).test(value) : /^[A-Z0-9 -]{2,12}$/.test(value);
  return isRight ? { value } : { problem: "PLZ passt nicht zum Land." };
}

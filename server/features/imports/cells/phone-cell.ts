import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** How lists write what comes behind the number: „030 123456 Durchwahl 12“, „+1 212 555 0123 x12“. */
const extension = /[\s,;]*(?:durchwahl|dw\.?|nst\.?|app\.?|extension|ext\.?|x|#)\s*[:.]?\s*(\d{1,6})\s*$/i;
/** Where a number is dialled through to an extension by appending it. */
const appending: readonly string[] = ["DE", "AT"];

export interface PhoneCell {
  number: string;
  /** The number has no room for all that the cell says. */
  isShortened: boolean;
}

/** A telephone number of a country, with what comes behind it; undefined for what is none. */
export function readPhoneCell(text: string, country: string): PhoneCell | undefined {
  const home: CountryCode = isSupportedCountry(country) ? country : "DE";
  const typed = text.replace(/^tel:/i, "").replace(/\(0\)/, "");
  const behind = extension.exec(typed)?.[1];
  const main = behind ? typed.replace(extension, "") : typed;
  const number = parsePhoneNumberFromString(main, { defaultCountry: home, extract: false });
  // A German number without its area code reaches somebody else.
  const isWhole = home !== "DE" || /^[(\s]*(\+|0)/.test(main);
  if (!number?.isPossible() || !isWhole) return undefined;
  if (!behind) return { number: number.number, isShortened: false };
  const whole = parsePhoneNumberFromString(`${number.number}${behind}`);
  if (appending.includes(number.country ?? "") && whole?.isPossible())
    return { number: whole.number, isShortened: false };
  return { number: number.number, isShortened: true };
}

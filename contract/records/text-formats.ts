import { readColor } from "../values/color.ts";
import { readDomainName, toUnicodeDomain } from "../values/domain-name.ts";
import { readEmail } from "../values/email.ts";
import type { TextFormat } from "../values/format-lengths.ts";
import { readImei, readMac, readSerial } from "../values/hardware.ts";
import { readHostname } from "../values/hostname.ts";
import { readIpAddress } from "../values/ip-address.ts";
import { oneLine } from "../values/one-line.ts";
import { readPhone } from "../values/phone.ts";
import { readCountry } from "../values/postal-address.ts";
import type { Reading } from "../values/reading.ts";
import { readUrl, readVaultLink } from "../values/url.ts";
import { readVatId } from "../values/vat-id.ts";
import type { TextField, TextsField } from "./fields.ts";

const asTyped = (text: string): Reading => ({ value: oneLine(text) });

/** Domains are kept as people read them; their A-labels stand in a field of their own. */
function readUnicodeDomain(text: string): Reading {
  const ace = readDomainName(text);
  return "problem" in ace ? ace : { value: toUnicodeDomain(ace.value) };
}

/** How each format is read into its normal form; postcodes depend on a country and are checked with it. */
const readFormat: Record<TextFormat, (text: string) => Reading> = {
  plain: asTyped,
  url: readUrl,
  vaultLink: readVaultLink,
  hostname: readHostname,
  domain: readUnicodeDomain,
  ip: readIpAddress,
  email: readEmail,
  phone: readPhone,
  vatId: readVatId,
  zip: asTyped,
  country: readCountry,
  serial: readSerial,
  imei: readImei,
  mac: readMac,
  color: readColor,
};

/** No form of any value is typed longer, and none is worth looking at. */
const maxTyped = 4096;

/** Reads typed text into the normal form of a field; the field's length bounds what is kept, not how it is typed. */
export function readText({ format, max }: Pick<TextField | TextsField, "format" | "max">, typed: string): Reading {
  const tooLong = { problem: `Höchstens ${max} Zeichen.` };
  if (typed.length > Math.max(max, maxTyped)) return tooLong;
  const reading = readFormat[format](typed);
  return "value" in reading && reading.value.length > max ? tooLong : reading;
}

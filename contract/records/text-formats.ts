import { readDomainName, toUnicodeDomain } from "../values/domain-name.ts";
import { readEmail } from "../values/email.ts";
import { readImei, readMac, readSerial } from "../values/hardware.ts";
import { readHostname } from "../values/hostname.ts";
import { readIpAddress } from "../values/ip-address.ts";
import { readPhone } from "../values/phone.ts";
import { readColor, readCountry } from "../values/place.ts";
import type { Reading } from "../values/reading.ts";
import { readUrl, readVaultLink } from "../values/url.ts";
import { readVatId } from "../values/vat-id.ts";
import type { TextFormat } from "./fields.ts";

const asTyped = (text: string): Reading => ({ value: text.trim() });

/** Domains are kept as people read them; their A-labels stand in a field of their own. */
function readUnicodeDomain(text: string): Reading {
  const ace = readDomainName(text);
  return "problem" in ace ? ace : { value: toUnicodeDomain(ace.value) };
}

/** How each format is read into its normal form; postcodes depend on a country and are checked with it. */
export const readFormat: Record<TextFormat, (text: string) => Reading> = {
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

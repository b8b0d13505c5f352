import type { InputHTMLAttributes } from "react";
import type { TextFormat } from "../../../../contract/records/fields.ts";

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const asIs: Attributes = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false };
/** A field as long as what it holds. */
const medium = "max-w-[280px]";
const address: Attributes = { ...asIs, type: "url", inputMode: "url", placeholder: "https://" };

/**
 * How a text of this form is typed: the keyboard of a phone and what stays uncorrected. Nothing completes from the
 * person's own address book, because a record is never about them.
 */
export const textAttributes: Record<TextFormat, Attributes> = {
  plain: {},
  url: address,
  vaultLink: address,
  hostname: { ...asIs, inputMode: "url" },
  domain: { ...asIs, inputMode: "url" },
  ip: asIs,
  email: { ...asIs, type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel", className: medium },
  vatId: { ...asIs, autoCapitalize: "characters", className: medium },
  zip: { inputMode: "text", spellCheck: false, className: "max-w-[140px]" },
  country: { placeholder: "z. B. Deutschland", className: medium },
  serial: { ...asIs, autoCapitalize: "characters" },
  imei: { ...asIs, inputMode: "numeric", className: medium },
  mac: { ...asIs, autoCapitalize: "characters", placeholder: "AA:BB:CC:DD:EE:FF" },
  color: asIs,
};

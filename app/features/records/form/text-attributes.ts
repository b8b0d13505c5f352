import type { InputHTMLAttributes } from "react";
import type { TextFormat } from "../../../../contract/records/fields.ts";

type Attributes = InputHTMLAttributes<HTMLInputElement>;

const asIs: Attributes = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false };
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
  phone: { type: "tel", inputMode: "tel" },
  vatId: { ...asIs, autoCapitalize: "characters" },
  zip: { inputMode: "text", spellCheck: false },
  country: { placeholder: "z. B. Deutschland" },
  serial: { ...asIs, autoCapitalize: "characters" },
  imei: { ...asIs, inputMode: "numeric" },
  mac: { ...asIs, autoCapitalize: "characters", placeholder: "AA:BB:CC:DD:EE:FF" },
  color: asIs,
};

const lengths = {
  plain: 200,
  url: 2048,
  /** A link to a password manager; passwords and keys themselves are refused. */
  vaultLink: 2048,
  hostname: 253,
  domain: 253,
  ip: 45,
  email: 254,
  phone: 40,
  vatId: 20,
  zip: 12,
  country: 2,
  serial: 100,
  imei: 15,
  mac: 17,
  color: 7,
};

/** The form that a text has. */
export type TextFormat = keyof typeof lengths;

/** How long a text of each form may be, unless its field says otherwise. */
export const maxTextLengths: Readonly<Record<TextFormat, number>> = lengths;

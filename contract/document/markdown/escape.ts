import { decodeNamedCharacterReference } from "decode-named-character-reference";

/** Text in which nothing is Markdown, an element, an entity or a URL that would become a link. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]<~]/g, "\\$&")
    .replace(/_/g, (underscore, at: number) =>
      isLetter(text[at - 1]) && isLetter(text[at + 1]) ? underscore : `\\${underscore}`,
    )
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/!$/, "\\!")
    .replace(/:(?=\/\/)|@(?=\w)|(?<=\b(?:mailto|xmpp)):|(?<=\bwww)\./gi, entityOf)
    .replace(/[^\S ]|\u00ad|\u200b|\ufeff/g, entityOf);
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** A URL between the brackets of a link. */
export function writeUrl(url: string): string {
  const encoded = url
    .replace(/[\s<>\\]/g, (character) => encodeURIComponent(character))
    .replace(/&(?=#?\w+;)/g, "&amp;");
  return /[()]/.test(encoded) ? `<${encoded}>` : encoded.replace(/[*_~`]/g, "\\$&");
}

/** The title behind the URL of a link. */
export function writeTitle(text: string): string {
  return `"${escapeText(text).replaceAll('"', '\\"')}"`;
}

/** Attributes of an element; those without a value are left out. */
export function writeAttributes(values: Record<string, unknown>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${encodeText(String(value))}"`)
    .join("");
}

/** Text in which neither HTML nor the Markdown around it sees markup, and no blank at an end or beside another is lost. */
export function encodeText(text: string): string {
  return text.replace(/[^\p{L}\p{N} ]|^ | $| (?= )/gu, entityOf);
}

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

/** Text in which the entities of HTML have become the characters that they stand for; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(entity, (whole, decimal: string, hex: string, name: string) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** A character as the entity of its number, so that neither Markdown nor HTML sees anything in it. */
export function entityOf(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

import { decodeNamedCharacterReference } from "decode-named-character-reference";

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

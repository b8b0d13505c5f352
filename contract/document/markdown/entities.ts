const named: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", shy: "\u00ad" },
  ...{ auml: "ä", ouml: "ö", uuml: "ü", Auml: "Ä", Ouml: "Ö", Uuml: "Ü", szlig: "ß", eacute: "é", egrave: "è" },
  ...{ euro: "€", pound: "£", sect: "§", deg: "°", copy: "©", reg: "®", trade: "™", times: "×", micro: "µ" },
  ...{ ndash: "–", mdash: "—", hellip: "…", bull: "•", middot: "·", laquo: "«", raquo: "»", rarr: "→", larr: "←" },
  ...{ bdquo: "„", ldquo: "“", rdquo: "”", sbquo: "‚", lsquo: "‘", rsquo: "’", lsaquo: "‹", rsaquo: "›" },
};
const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g;

/** Text in which the entities of HTML have become the characters that they stand for; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(entity, (whole, decimal: string, hex: string, name: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** A character as the entity of its number, so that neither Markdown nor HTML sees anything in it. */
export function entityOf(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

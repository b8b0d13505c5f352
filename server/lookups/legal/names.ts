const legalForms = new Set(
  "gmbh mbh ug ag kg ohg gbr egbr ev eg ek se kgaa partg partgmbb inh inhaber co und haftungsbeschränkt haftungsbeschraenkt".split(
    " ",
  ),
);

/**
 * Whether a text names somebody: all words of the name one after another, without regard to case, umlauts, punctuation and
 * legal forms.
 */
export function isNamedIn(name: string, text: string): boolean {
  const wanted = wordsOf(name);
  return wanted.length === 0 || ` ${wordsOf(text).join(" ")} `.includes(` ${wanted.join(" ")} `);
}

function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .replaceAll("&", " und ")
    .replace(/\be\.\s?(v|k|g)\b\.?/g, "e$1");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !legalForms.has(word));
}

const special: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", þ: "th" };

/** Text as it is sorted and compared: lower case, without accents and with single spaces; „Ärzte“ is „arzte“. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđþ]/g, (letter) => special[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();
}

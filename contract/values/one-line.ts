/** Characters that nobody sees and that reverse what stands beside them, and halves of characters. */
const unseen = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\p{Cs}/gu;

/** One line, whatever a clipboard, a table cell or a stranger brings along; empty without a visible character. */
export function oneLine(text: string): string {
  const line = text
    .normalize("NFC")
    .replace(/\p{Cc}+/gu, " ")
    .replace(unseen, "")
    .trim();
  return /[^\p{Cc}\p{Cf}\p{Z}\p{M}]/u.test(line) ? line : "";
}

/** Everything that ends a line somewhere: also what only regular expressions and old terminals take for one. */
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** Marks that turn the reading direction, so that a name shows another ending than it has. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text of a line: no control characters, no halves of characters, every line break a blank. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(lineBreaks, " ").replace(controls, "");
}

/** The text of code: as `cleanLine`, but with its lines. */
export function cleanCode(text: string): string {
  return text.toWellFormed().replace(lineBreaks, "\n").replace(controls, "");
}

/** A name or label: as `cleanLine`, without what makes it read as another one, and cut at `length`. */
export function cleanName(text: string, length: number): string {
  return cleanLine(text).replace(directions, "").slice(0, length).toWellFormed();
}

/** What a stranger has sent, to be looked at: as `cleanCode`, without what makes it read as something else. */
export function cleanForeign(text: string): string {
  return cleanCode(text).replace(directions, "");
}

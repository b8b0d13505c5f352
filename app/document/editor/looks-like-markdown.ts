/** What hardly anybody writes but in Markdown. */
const strong = [
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}[-*+] \[[ xX]\] \S/m,
  /^ {0,3}\|?(?: *:?-{3,}:? *\|)+ *:?-*:? *$/m,
  /^ {0,3}#{2,6} \S/m,
  /^ {0,3}> \[!(?:NOTE|TIP|INFO|IMPORTANT|WARNING|CAUTION)\]/im,
];
/** What alone may be anything; two of these, or one of them twice, are no accident. */
const weak = [
  /^ {0,3}# \S/gm,
  /^ {0,3}[-*+] \S/gm,
  /^ {0,3}\d{1,3}[.)] \S/gm,
  /^ {0,3}> \S/gm,
  /\*\*[^\s*][^*\n]{0,200}\*\*/g,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/g,
  /(?<!`)`[^`\n]{1,200}`(?!`)/g,
];

/** Whether a text was written as Markdown rather than as a text that happens to hold its characters. */
export function looksLikeMarkdown(text: string): boolean {
  if (strong.some((pattern) => pattern.test(text))) return true;
  const counts = weak.map((pattern) => [...text.matchAll(pattern)].length);
  // A script is full of comments that look like headings.
  const [headings = 0, ...others] = counts;
  const rest = others.reduce((sum, count) => sum + count, 0);
  return rest >= 2 || (rest === 1 && headings === 1);
}

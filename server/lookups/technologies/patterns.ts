import { RE2JS } from "re2js";

/** A pattern whose search takes linear time, with words of which one must stand where it matches. */
export interface Pattern {
  re: RE2JS;
  /** In lower case; undefined where the pattern asks for no word. */
  words: readonly string[] | undefined;
}

/** Compiles a pattern, without regard to case; throws with the reason what cannot be searched for in linear time. */
export function compilePattern(source: string): Pattern {
  return { re: RE2JS.compile(source, RE2JS.CASE_INSENSITIVE), words: requiredLiterals(source) };
}

/** What a pattern finds, with the first group that took part; `lower` is the text in lower case. */
export function findPattern(
  { re, words }: Pattern,
  text: string,
  lower: string,
): { text: string; group: string | null } | undefined {
  if (words && !words.some((word) => lower.includes(word))) return undefined;
  const matcher = re.matcher(text);
  if (!matcher.find()) return undefined;
  const groups = Array.from({ length: re.groupCount() }, (_, index) => matcher.group(index + 1));
  return { text: matcher.group() ?? "", group: groups.find((group) => group !== null && group !== undefined) ?? null };
}

const minWordLength = 3;

/**
 * The longest literal text of each alternative, so that most patterns are answered by a search for a word. What a group
 * or a class holds is left out: less is known then, never something wrong.
 */
function requiredLiterals(source: string): string[] | undefined {
  const words: string[] = [];
  let longest = "";
  let run = "";
  let depth = 0;
  const endRun = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? "";
    if (sign === "[") {
      at = endOfClass(source, at);
      endRun();
    } else if (sign === "(") {
      depth += 1;
      endRun();
    } else if (sign === ")") depth -= 1;
    else if (depth > 0) at += sign === "\\" ? 1 : 0;
    else if (sign === "|") {
      endRun();
      words.push(longest);
      longest = "";
    } else if (sign === "?" || sign === "*" || sign === "{") {
      run = run.slice(0, -1);
      endRun();
      if (sign === "{") at = Math.max(at, source.indexOf("}", at));
    } else if (sign === "\\" && !/[\w]/.test(source[at + 1] ?? "")) {
      at += 1;
      run += source[at] ?? "";
    } else if (/[.^$+\\]/.test(sign)) {
      if (sign === "\\") at += 1;
      endRun();
    } else run += sign;
  }
  endRun();
  words.push(longest);
  return words.every((word) => word.length >= minWordLength) ? words.map((word) => word.toLowerCase()) : undefined;
}

/** The end of `[…]`; a `]` right at its beginning is one of its signs. */
function endOfClass(source: string, start: number): number {
  for (
    let at = start + (source[start + 1] === "^" ? 2 : 1), isFirst = true;
    at < source.length;
    at += 1, isFirst = false
  ) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "]" && !isFirst) return at;
  }
  return source.length;
}

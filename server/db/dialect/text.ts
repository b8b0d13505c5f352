import { type RawBuilder, type SqlBool, sql } from "kysely";
import { byEngine } from "./by-engine.ts";

/** Where a text first holds another, from 1 on; 0 where it does not. */
export const positionOf: (text: unknown, part: unknown) => RawBuilder<number> = byEngine("positionOf", {
  sqlite: (text, part) => sql`instr(${text}, ${part})`,
  postgres: (text, part) => sql`strpos(${text}, ${part})`,
});

/** Whether a text is like a pattern, whatever the case of ASCII letters; `escapeLike` makes patterns of texts. */
export const isLike: (text: unknown, pattern: string) => RawBuilder<SqlBool> = byEngine("isLike", {
  sqlite: (text, pattern) => sql`${text} like ${pattern} escape '\\'`,
  postgres: (text, pattern) => sql`${text} ilike ${pattern} escape '\\'`,
});

/** A pattern of LIKE that stands for the text itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

const matchesClasses: (text: unknown, glob: string, expression: string) => RawBuilder<SqlBool> = byEngine("matches", {
  sqlite: (text, glob) => sql`${text} glob ${glob}`,
  postgres: (text, _, expression) => sql`${text} ~ ${expression}`,
});

/**
 * Whether a text holds what was typed, or is it, whatever the case. Both engines fold the case of ASCII alone, so text with
 * other letters is matched by classes such as `[äÄ]`.
 */
export function matchesTyped(text: unknown, is: "contains" | "equals", typed: string): RawBuilder<SqlBool> {
  const any = (pattern: string, mark: string) => (is === "equals" ? pattern : `${mark}${pattern}${mark}`);
  if (/^\p{ASCII}*$/u.test(typed)) return isLike(text, any(escapeLike(typed), "%"));
  const glob = toClasses(typed, (sign) => sign.replace(/[*?[]/, "[$&]"));
  const expression = toClasses(typed, (sign) => sign.replace(/[\\^$.|?*+()[\]{}]/, "\\$&"));
  return matchesClasses(text, any(glob, "*"), is === "equals" ? `^${expression}$` : expression);
}

function toClasses(text: string, escapeSign: (sign: string) => string): string {
  return Array.from(text, (sign) => {
    const cases = new Set([sign, sign.toLowerCase(), sign.toUpperCase()].filter((one) => Array.from(one).length === 1));
    return cases.size > 1 ? `[${[...cases].join("")}]` : escapeSign(sign);
  }).join("");
}

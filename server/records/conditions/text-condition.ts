import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Whether a text holds what was typed, or is it, whatever the case. SQLite's own case folding knows ASCII alone, so
 * text with other letters is matched by classes such as `[äÄ]`.
 */
export function textCondition(
  column: RawBuilder<unknown>,
  is: "contains" | "equals",
  typed: string,
): Expression<SqlBool> {
  const isAscii = /^\p{ASCII}*$/u.test(typed);
  const pattern = isAscii ? escapeLike(typed) : toClasses(typed);
  const any = isAscii ? "%" : "*";
  const whole = is === "equals" ? pattern : `${any}${pattern}${any}`;
  return isAscii ? sql`${column} like ${whole} escape '\\'` : sql`${column} glob ${whole}`;
}

/** A pattern of LIKE that stands for the text itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

function toClasses(text: string): string {
  return Array.from(text, (sign) => {
    const cases = new Set([sign, sign.toLowerCase(), sign.toUpperCase()].filter((one) => Array.from(one).length === 1));
    return cases.size > 1 ? `[${[...cases].join("")}]` : sign.replace(/[*?[]/, "[$&]");
  }).join("");
}

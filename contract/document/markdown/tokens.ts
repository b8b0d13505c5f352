import type { MarkedToken, Token } from "marked";

/** Whether a token of Markdown is of that type and has what marked says of it; a generic one is of any. */
export function isToken<Type extends MarkedToken["type"]>(
  type: Type,
  token: Token | undefined,
): token is Extract<MarkedToken, { type: Type }> {
  return token?.type === type;
}

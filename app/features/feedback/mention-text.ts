/** What was typed behind the `@` that the caret stands behind; undefined where it stands behind none. */
export function mentionAt(text: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([\p{L}\p{M}'.-]{0,40}(?: [\p{L}\p{M}'.-]{0,40})?)$/u.exec(text.slice(0, caret))?.[1];
}

/** The text with the name in place of what was typed behind the `@`, and where the caret then stands. */
export function applyMention(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = mentionAt(text, caret) ?? "";
  const start = caret - typed.length;
  const rest = text.slice(caret);
  const inserted = `${name}${rest.startsWith(" ") ? "" : " "}`;
  return { text: text.slice(0, start) + inserted + rest, caret: start + name.length + 1 };
}

import { isMentionKind, mentionName } from "../../../contract/document/mentions.ts";

/** What was mentioned in a field of plain text: the name that stands behind the „@“, and what it means. */
export interface PickedMention {
  /** As `kind:id`. */
  name: string;
  label: string;
}

const typed = /(?:^|[\s(„"/])@((?:[\p{L}\p{M}\p{N}_.'’-]{1,60}(?: [\p{L}\p{M}\p{N}_.'’-]{0,60})?)?)$/u;

/** What was typed behind the `@` that the caret stands behind; undefined where it stands behind none. */
export function mentionAt(text: string, caret: number): string | undefined {
  return typed.exec(text.slice(0, caret))?.[1];
}

/** The text with the label in place of what was typed behind the `@`, and where the caret then stands. */
export function applyMention(text: string, caret: number, label: string): { text: string; caret: number } {
  const start = caret - (mentionAt(text, caret) ?? "").length;
  const rest = text.slice(caret);
  const inserted = `${label}${rest.startsWith(" ") ? "" : " "}`;
  return { text: text.slice(0, start) + inserted + rest, caret: start + label.length + 1 };
}

/** The text with every picked name as `@[kind:id]`, the longest first: „@Timo Brandt“ is not „@Timo“. */
export function withTokens(text: string, picked: readonly PickedMention[]): string {
  const byLength = picked.toSorted((one, other) => other.label.length - one.label.length);
  return byLength.reduce((whole, { name, label }) => whole.replaceAll(`@${label}`, `@[${name}]`), text);
}

const token = /@\[([A-Za-z]{1,40}):([\w-]{1,64})\]/g;

/** The text as it is typed, and what is mentioned in it; what has no name any more stays as it was written. */
export function withLabels(
  body: string,
  labels: Readonly<Record<string, string>>,
): { text: string; picked: PickedMention[] } {
  const picked = new Map<string, PickedMention>();
  const text = body.replace(token, (whole, kind: string, id: string) => {
    if (!isMentionKind(kind)) return whole;
    const name = mentionName({ kind, id });
    const label = labels[name];
    if (label === undefined) return whole;
    picked.set(name, { name, label });
    return `@${label}`;
  });
  return { text, picked: [...picked.values()] };
}

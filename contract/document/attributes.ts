import { calloutKinds } from "./callouts.ts";
import { cleanName } from "./clean-text.ts";
import { imageWidthLimits, isFileKey } from "./files.ts";
import { isSafeLink } from "./links.ts";
import { isMentionId, isMentionKind, type MentionKind, mayBeHidden } from "./mentions.ts";

interface Rule {
  /** The value as it is stored, or undefined if it cannot be meant. */
  read: (value: unknown) => unknown;
  /** What stands for a value that cannot be meant; without one the node cannot be kept. */
  instead?: unknown;
}

const whole = (min: number, max: number, instead: number | null): Rule => ({
  read: (value) =>
    (instead === null && value === null) || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)
      ? value
      : undefined,
  instead,
});
const name = (length: number): Rule => ({
  read: (value) => (typeof value === "string" ? cleanName(value, length) : undefined),
  instead: "",
});
const oneOf = (values: readonly unknown[], instead: unknown): Rule => ({
  read: (value) => (values.includes(value) ? value : undefined),
  instead,
});
const matching = (pattern: RegExp, instead: unknown): Rule => ({
  read: (value) =>
    value === instead || (typeof value === "string" && pattern.test(value)) ? (value as string | null) : undefined,
  instead,
});
/** Attributes of the editor's extensions that these documents do not use. */
const unused: Rule = { read: () => null, instead: null };
const key: Rule = { read: (value) => (isFileKey(value) ? value : undefined) };
const cell = {
  colspan: whole(1, 100, 1),
  rowspan: whole(1, 1000, 1),
  colwidth: unused,
  align: oneOf([null, "left", "center", "right"], null),
};

/** What the attributes of each node and mark may be; a node that is not named has none. */
export const attributeRules: Record<string, Record<string, Rule>> = {
  heading: { level: oneOf([2, 3, 4], 2) },
  orderedList: { start: whole(0, 999_999_999, 1), type: unused },
  codeBlock: { language: matching(/^[\w+#.-]{1,40}$/, null) },
  taskItem: { checked: oneOf([true, false], false) },
  tableCell: cell,
  tableHeader: cell,
  callout: { kind: oneOf(calloutKinds, "info") },
  image: {
    key,
    alt: name(1000),
    width: whole(imageWidthLimits.min, imageWidthLimits.max, null),
    caption: name(1000),
  },
  file: {
    key,
    name: name(255),
    size: whole(0, Number.MAX_SAFE_INTEGER, 0),
    mimeType: matching(/^[\w.+-]{1,63}\/[\w.+-]{1,63}$/, "application/octet-stream"),
  },
  mention: {
    kind: { read: (value) => (isMentionKind(value) ? value : undefined) },
    id: { read: (value) => (isMentionId(value) ? value : undefined) },
    label: name(300),
  },
  link: { href: { read: (value) => (isSafeLink(value) ? value : undefined) } },
};

/** The attributes of a node or mark as they may be stored; undefined if it cannot be kept without the ones it has. */
export function cleanAttributes(type: string, given: unknown): Record<string, unknown> | undefined {
  const values = (typeof given === "object" && given ? given : {}) as Record<string, unknown>;
  const kept: Record<string, unknown> = {};
  for (const [attribute, rule] of Object.entries(attributeRules[type] ?? {})) {
    const value = rule.read(Object.hasOwn(values, attribute) ? values[attribute] : undefined);
    kept[attribute] = value === undefined ? rule.instead : value;
    if (kept[attribute] === undefined) return undefined;
  }
  // Who may write in a page need not see what others mention there: such names are read anew for each reader.
  if (type === "mention" && mayBeHidden(kept.kind as MentionKind)) kept.label = "";
  return kept;
}

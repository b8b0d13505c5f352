import { isOneOf } from "../narrowing.ts";
import { type RecordType, recordTypes } from "../records/record-types.ts";

export const mentionKinds = ["user", ...recordTypes] as const;
export type MentionKind = "user" | RecordType;

export interface MentionKey {
  kind: MentionKind;
  id: string;
}

const mentionId = /^[\w-]{1,64}$/;

/** Whether a value names something that can be mentioned. */
export function isMentionKind(kind: unknown): kind is MentionKind {
  return isOneOf(mentionKinds, kind);
}

/** Whether a value has the form of an id. */
export function isMentionId(id: unknown): id is string {
  return typeof id === "string" && mentionId.test(id);
}

/** The name under which the labels and states of mentioned things are handed around. */
export function mentionName({ kind, id }: MentionKey): string {
  return `${kind}:${id}`;
}

/** Whether there are records of this kind that not everybody may see, so that their names are not for everybody. */
export function mayBeHidden(kind: MentionKind): boolean {
  return kind === "page" || kind === "feedback";
}

/** What stands for a mentioned thing whose name is not known or not for this reader. */
export function mentionKindLabel(kind: MentionKind): string {
  return kindLabels[kind] ?? "Eintrag";
}

const kindLabels: Partial<Record<MentionKind, string>> = { user: "Person", page: "Wiki-Seite", feedback: "Feedback" };

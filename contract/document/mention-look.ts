import type { StateTone } from "../records/state-tones.ts";
import { type MentionKind, mayBeHidden, mentionKindLabel } from "./mentions.ts";

/** What a reader may know of a mentioned thing. */
export interface MentionLook {
  /** Null if it is gone or not for this reader. */
  label: string | null;
  status?: string | null;
  tone?: StateTone | null;
  isArchived?: boolean;
}

/** The words beside the name of a mentioned thing: how it is doing, and whether it is still in use. */
function mentionNote(kind: MentionKind, { label, status, isArchived }: MentionLook): string {
  if (label === null) return "Nicht (mehr) sichtbar";
  const ended = isArchived && (archived[kind] ?? "archiviert");
  return [status, ended].filter(Boolean).join(", ");
}

const archived: Partial<Record<MentionKind, string>> = { user: "deaktiviert", page: "im Papierkorb" };

/** The attributes that show on a chip how the thing behind it is doing; undefined ones are not there. */
export function mentionAttributes(kind: MentionKind, look: MentionLook) {
  const note = mentionNote(kind, look) || undefined;
  const isKnown = look.label !== null;
  return {
    title: note,
    "data-hidden": isKnown ? undefined : "",
    "data-archived": isKnown && look.isArchived ? "" : undefined,
    "data-status": (isKnown && !look.isArchived && look.tone) || undefined,
  };
}

/** What a chip reads: the present name, else the written one unless it may be a secret of others. */
export function mentionLabel(kind: MentionKind, look: MentionLook | undefined, written: string): string {
  return look?.label ?? (mayBeHidden(kind) || !written ? mentionKindLabel(kind) : written);
}

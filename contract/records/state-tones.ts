import { declarationOf } from "./declarations.ts";
import type { RecordType } from "./record-types.ts";

/** Well · in between · waits · needs a look · broken · over. Each is drawn with a shape of its own. */
export type StateTone = "ok" | "busy" | "idle" | "warn" | "bad" | "off";

export interface RecordState {
  word: string;
  tone: StateTone;
}

interface StateField {
  field: string;
  tones: Record<string, StateTone>;
  /** Whether the options say nothing without the name of their field. */
  isNamed?: boolean;
}

const fields: Partial<Record<RecordType, StateField>> = {
  website: { field: "lifecycle", tones: { planned: "idle", development: "busy", live: "ok", shutDown: "off" } },
  host: { field: "lifecycle", tones: { planned: "idle", active: "ok", replacing: "warn", shutDown: "off" } },
  domain: {
    field: "renewDecision",
    tones: { open: "idle", keep: "ok", cancel: "warn", handOver: "warn" },
    isNamed: true,
  },
  device: {
    field: "status",
    tones: {
      available: "ok",
      issued: "busy",
      reserved: "idle",
      repair: "warn",
      missing: "bad",
      retired: "off",
      sold: "off",
    },
  },
  customer: { field: "status", tones: { prospect: "busy", active: "ok", dormant: "idle", former: "off" } },
  contract: { field: "status", tones: { draft: "idle", active: "ok", cancelled: "warn", ended: "off" } },
  page: { field: "status", tones: { draft: "idle", inReview: "busy", published: "ok", outdated: "warn" } },
  incident: { field: "state", tones: { open: "bad", claimed: "busy", resolved: "ok", closed: "off" } },
  feedback: {
    field: "status",
    tones: {
      new: "idle",
      reviewed: "busy",
      planned: "busy",
      inProgress: "busy",
      query: "warn",
      done: "ok",
      rejected: "off",
      duplicate: "off",
    },
  },
};

/** The field that says how a record of this type is doing; undefined where none does. */
export function stateFieldOf(type: RecordType): string | undefined {
  return fields[type]?.field;
}

/** How a record is doing, in a word and a colour, by the value of its state field. */
export function stateOf(type: RecordType, value: unknown): RecordState | undefined {
  const state = fields[type];
  const field = state && declarationOf(type).fields[state.field];
  const tone = state?.tones[String(value)];
  if (!tone || field?.kind !== "choice") return undefined;
  const option = field.options[String(value)] ?? String(value);
  return { word: state.isNamed ? `${field.label}: ${option}` : option, tone };
}

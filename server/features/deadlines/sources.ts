import type { RawBuilder, SqlBool } from "kysely";
import type { DeadlineKind } from "../../../contract/deadlines/deadlines.ts";
import type { ClosedState, DateSource } from "../../../contract/deadlines/rule.ts";
import type { Certainty } from "../../../contract/terms/sources.ts";
import type { Reader } from "../../records/readable.ts";
import type { Queryable } from "../../search/run.ts";

/** A deadline as its source derives it. */
export interface Derived {
  kind: DeadlineKind;
  /** What it is called; by its kind when absent. */
  label?: string;
  dueOn: string;
  cancelBy: string | null;
  /** The last day on which it asks for something; null where it does until it is closed. */
  asksUntil: string | null;
  responsibleUserId: string | null;
  concernedUserId: string | null;
  amountCents: number | null;
  direction: "cost" | "revenue" | null;
  source: DateSource;
  certainty: Certainty;
  isQuiet: boolean;
  /** A date later by so many days is the next one of its kind, and closes this one; otherwise it was moved. */
  movesOn?: { days: number; as: ClosedState } | undefined;
}

/** Something that has deadlines, as it is now. */
export interface Target {
  id: string;
  title: string;
  isArchived: boolean;
  customerId: string | null;
  responsibleUserId: string | null;
  concernedUserId: string | null;
  deadlines: readonly Derived[];
  /** How kinds ended that it has no more; one that is not named is not known any more. */
  closed: Partial<Record<DeadlineKind, ClosedState>>;
}

/** Where deadlines come from. Whoever has some registers such a source; nobody else writes them. */
export interface DeadlineSource {
  /** What history calls its subjects: a record type, `task`. */
  targetType: string;
  kinds: readonly DeadlineKind[];
  /** Those of the targets that exist, with everything that they have to be told of. */
  read(db: Queryable, ids: readonly string[], today: string): Promise<Target[]>;
  /** All targets in the order of their ids, so many behind one. */
  idsAfter(db: Queryable, id: string, limit: number): Promise<string[]>;
  /** The targets whose deadlines follow from other subjects, too: by type, the ids of those that changed. */
  follows?: Readonly<Record<string, (db: Queryable, ids: readonly string[]) => Promise<string[]>>>;
  /** Leaves a person the deadlines `alias` whose targets they may read; everybody may read all of them when absent. */
  readable?(reader: Reader, alias: string): RawBuilder<SqlBool> | undefined;
}

const sources = new Map<string, DeadlineSource>();

/** Makes a source of deadlines known; called once for each, where all features meet. */
export function registerDeadlineSource(source: DeadlineSource): void {
  sources.set(source.targetType, source);
}

export const deadlineSources = (): readonly DeadlineSource[] => [...sources.values()];
export const sourceOf = (targetType: string): DeadlineSource | undefined => sources.get(targetType);

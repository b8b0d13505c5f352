import type { Kysely } from "kysely";
import type { AvailabilityMark } from "../../../contract/checks/availability.ts";
import type { CheckTargetType } from "../../../contract/checks/kinds.ts";
import type { Database } from "../../db/schema.ts";

export interface MarksAsked {
  target: { type: CheckTargetType; id: string };
  from: Date;
  to: Date;
}

type ReadMarks = (db: Kysely<Database>, asked: MarksAsked) => Promise<AvailabilityMark[]>;

let readPlanned: ReadMarks = async () => [];

/** Makes known who plans maintenance; called once, where all features meet. */
export function registerPlannedMarks(read: ReadMarks): void {
  readPlanned = read;
}

/** The maintenance that covered a record within a stretch of time, in order. */
export const plannedMarks: ReadMarks = (db, asked) => readPlanned(db, asked);

import { id } from "../pagination.ts";
import { z } from "../zod.ts";

export const exportPerson = z.strictObject({ id });
/** The name, typed by the admin, confirms that this very person is meant. */
export const erasePerson = z.strictObject({ id, name: z.string() });
export const listErasures = z.strictObject({});

export const readProcessing = z.strictObject({});

/** Whom the agency has work on personal data, and for whom it does so itself. */
export interface Processing {
  /** The agency's own processors, by name. */
  processors: { id: string; name: string; signedOn: string | null; version: string | null; partsUrl: string | null }[];
  /** The versions of the agency's own agreement that customers have signed, the most used first. */
  versions: { version: string | null; customers: number }[];
  /** Active customers without an agreement where one is due. */
  missing: number;
}

/** Everything that the portal keeps of a person, by what it is. */
export interface PersonalData {
  madeAt: Date;
  person: Record<string, unknown>;
  /** By heading, as the rows lie in the database, without secrets. */
  parts: { title: string; rows: Record<string, unknown>[] }[];
}

export interface Erasure {
  userId: string;
  at: Date;
  by: string | null;
}

/** What an erased person is called from then on. */
export const erasedName = "Gelöschte Person";

import { id } from "./lists.ts";
import { z } from "./zod.ts";

export const exportPerson = z.strictObject({ id });
/** The name, typed by the admin, confirms that this very person is meant. */
export const erasePerson = z.strictObject({ id, name: z.string() });
export const listErasures = z.strictObject({});

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

import { id } from "../pagination.ts";
import { z } from "../zod.ts";

export const exportPerson = z.strictObject({ id });
/** The name, typed by the admin, confirms that this very person is meant. */
export const erasePerson = z.strictObject({ id, name: z.string() });
export const listErasures = z.strictObject({});

/** People beside the team: contacts of customers, and holders by a domain of theirs. */
export const subjectTypes = ["contact", "domain"] as const;
export type SubjectType = (typeof subjectTypes)[number];
export const exportSubject = z.strictObject({ type: z.enum(subjectTypes), id });
export const eraseSubject = exportSubject.extend({ name: z.string() });
export const findSubject = exportSubject;
export const listProposals = z.strictObject({});

/** Who is meant by a contact or by a domain, and what an erasure would reach. */
export interface Subject {
  type: SubjectType;
  id: string;
  name: string;
  /** The domains of a holder. */
  domains: string[];
}

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

/** An erasure says of what kind the person was, when and by whom, never who. */
export interface Erasure {
  type: "user" | SubjectType;
  id: string;
  at: Date;
  by: string | null;
}

/** A customer whose data was to be kept until a day that has passed. */
export interface ErasureProposal {
  customer: { id: string; title: string };
  retentionUntil: string;
  isArchived: boolean;
  contacts: { id: string; title: string }[];
}

/** What an erased person is called from then on. */
export const erasedName = "Gelöschte Person";

/** What stands where an address or a phone number stood. */
export const erasedValue = "gelöscht";

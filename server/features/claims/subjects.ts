import type { ClaimKey, ClaimSubjectType } from "../../../contract/claims/claims.ts";
import type { NotificationCategory } from "../../../contract/notifications/notification-categories.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import type { Change, Tx } from "../../db/transact.ts";
import { isOpen, isReadable, type Reader } from "../../records/readable.ts";
import type { Queryable } from "../../search/run.ts";

/** A thing that can be taken care of, as it is now. */
export interface FoundSubject {
  title: string;
  /** A path of the portal. */
  href: string;
  /** Whether something is left to do. */
  isOpen: boolean;
  /** Beyond this day nobody can do it any more: a claim ends with it. */
  lastDay?: string | null;
  /** Whose history tells of claims. */
  history: Change["subject"];
  /** Whoever may not read this record knows nothing of the subject. */
  restrictedBy: RecordKey | null;
}

/** What a feature says of the things of its own that can be taken care of. */
export interface ClaimSubject {
  find(db: Queryable, id: string): Promise<FoundSubject | undefined>;
  /** Ends two hours after the last sign, or holds for some working days. */
  lasts: "untilNoSign" | "workdays";
  category: NotificationCategory;
  /** Follows within the same transaction when somebody begins or ends to take care of it; null when nobody does now. */
  follow?(tx: Tx, id: string, userId: string | null): Promise<void>;
}

const subjects = new Map<ClaimSubjectType, ClaimSubject>();

/** Makes things of a type claimable; features register once, at the start. */
export function registerClaimSubject(type: ClaimSubjectType, subject: ClaimSubject): void {
  subjects.set(type, subject);
}

export const subjectOf = (type: ClaimSubjectType): ClaimSubject | undefined => subjects.get(type);

/** What is claimable, as far as the reader may know of it; undefined otherwise. */
export async function findSubject(
  db: Queryable,
  { type, id }: ClaimKey,
  reader?: Reader,
): Promise<FoundSubject | undefined> {
  const found = await subjects.get(type)?.find(db, id);
  if (!found || !reader || !found.restrictedBy || isOpen(found.restrictedBy.type)) return found;
  return (await isReadable(db, found.restrictedBy, reader)) ? found : undefined;
}

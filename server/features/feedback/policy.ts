import { authorEditsWhile, type FeedbackStatus } from "../../../contract/feedback/statuses.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { Person } from "../../trpc/context.ts";

type Reader = Pick<Person, "id" | "role">;

interface Entry {
  status: FeedbackStatus;
  authorId: string | null;
}

export function canManage({ role }: Pick<Person, "role">): boolean {
  return hasAbility(role, "manageFeedback");
}

/** Authors polish what they wrote until it is planned; from then on others rely on it. */
export function canEditEntry(person: Reader, { status, authorId }: Entry): boolean {
  if (canManage(person)) return true;
  return hasAbility(person.role, "editRecords") && authorId === person.id && authorEditsWhile.includes(status);
}

/** What nobody has looked at and nobody else wants, its author may take back without leaving anything in the archive. */
export function canWithdraw(person: Reader, { status, authorId }: Entry, voterIds: readonly string[]): boolean {
  return (
    hasAbility(person.role, "editRecords") &&
    authorId === person.id &&
    status === "new" &&
    voterIds.every((id) => id === person.id)
  );
}

export function canSeeComment(person: Reader, { internal }: { internal: 0 | 1 }): boolean {
  return internal === 0 || canManage(person);
}

export function canEditComment(person: Reader, comment: { authorId: string | null; internal: 0 | 1 }): boolean {
  return comment.authorId === person.id && canSeeComment(person, comment);
}

export function canDeleteComment(person: Reader, comment: { authorId: string | null; internal: 0 | 1 }): boolean {
  return canSeeComment(person, comment) && (comment.authorId === person.id || person.role === "admin");
}

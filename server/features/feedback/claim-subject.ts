import { closedStatuses } from "../../../contract/feedback/statuses.ts";
import type { ClaimSubject } from "../claims/subjects.ts";

/** Feedback can be taken care of until it is closed. */
export const feedbackSubject: ClaimSubject = {
  lasts: "workdays",
  category: "feedback",
  async find(db, id) {
    const entry = await db
      .selectFrom("feedback")
      .select(["title", "status", "archivedAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!entry) return undefined;
    return {
      title: entry.title,
      href: `/feedback/${id}`,
      isOpen: entry.archivedAt === null && !closedStatuses.includes(entry.status),
      history: { type: "feedback", id },
      restrictedBy: null,
    };
  },
};

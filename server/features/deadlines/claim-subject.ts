import { deadlineLabel } from "../../../contract/deadlines/deadlines.ts";
import { isOneOf } from "../../../contract/narrowing.ts";
import { recordTypes } from "../../../contract/records/record-types.ts";
import type { ClaimSubject } from "../claims/subjects.ts";
import { hrefOf } from "./rows.ts";

/** Deadlines can be taken care of until they are closed, and never beyond the last day to act. */
export const deadlineSubject: ClaimSubject = {
  lasts: "workdays",
  category: "domain",
  async find(db, id) {
    const row = await db.selectFrom("deadlines").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row || row.archived || row.targetType === "task") return undefined;
    const label = row.label ?? deadlineLabel(row.kind);
    const { targetType: type, targetId } = row;
    const record = isOneOf(recordTypes, type) && targetId ? { type, id: targetId } : null;
    return {
      title: row.title ? `${label}: ${row.title}` : label,
      href: hrefOf(row),
      isOpen: row.state === "open",
      lastDay: row.cancelBy ?? row.dueOn,
      history: record ?? { type: "deadline", id },
      restrictedBy: record,
    };
  },
};

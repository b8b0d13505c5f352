import { sql } from "kysely";
import { feedback as declaration } from "../../../contract/feedback.ts";
import { nextNumber } from "../../records/number-range.ts";
import type { RecordStore } from "../../records/store.ts";

export const feedback: RecordStore = {
  declaration,
  table: "feedback",
  derived: { votes: () => sql`0`, comments: () => sql`0` },
  async complete(tx, ctx, values, before) {
    if (before) return values;
    const number = await nextNumber(tx, "feedback");
    return { ...values, number, status: "new", authorId: ctx.person.id, lastActivityAt: ctx.now().toISOString() };
  },
};

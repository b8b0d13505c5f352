import type { ClaimSubject } from "../claims/subjects.ts";
import { recordBehind, targetOf } from "./access.ts";

/** Tasks can be taken care of until they are done. */
export const taskSubject: ClaimSubject = {
  lasts: "workdays",
  category: "task",
  async find(db, id) {
    const task = await db
      .selectFrom("tasks")
      .select(["title", "state", "targetType", "targetId"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!task) return undefined;
    return {
      title: task.title,
      href: `/tasks?task=${id}`,
      isOpen: task.state === "open",
      history: { type: "task", id },
      restrictedBy: await recordBehind(db, targetOf(task)),
    };
  },
};

import type { z } from "zod";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import type { TaskTemplate } from "../../../contract/tasks/tasks.ts";
import type * as contract from "../../../contract/tasks/tasks-input.ts";
import type { Db } from "../../db/connection.ts";
import { newId } from "../../db/new-id.ts";
import { transact } from "../../db/transact.ts";
import { notFound, Problem } from "../../problem.ts";
import type { Ctx } from "./commands.ts";

/** The templates of check lists, by their names. */
export async function listTemplates(db: Db): Promise<TaskTemplate[]> {
  const rows = await db.selectFrom("taskTemplates").select(["id", "title", "checklistJson", "version"]).execute();
  return rows
    .map(({ checklistJson, ...row }) => ({ ...row, items: parseOwnJson<string[]>(checklistJson) }))
    .sort((one, other) => one.title.localeCompare(other.title, "de"));
}

/** Makes a template, or changes the one that nobody else has changed since the person saw it. */
export async function saveTemplate(
  ctx: Ctx,
  { id: known, version, title, items }: z.output<typeof contract.saveTaskTemplate>,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const others = await tx.db.selectFrom("taskTemplates").select(["id", "title"]).execute();
    if (others.some((other) => other.id !== known && other.title.toLowerCase() === title.toLowerCase()))
      throw new Problem("conflict", {
        message: "Name: Diese Checkliste gibt es schon.",
        fields: { title: ["Name: Diese Checkliste gibt es schon."] },
      });
    const values = {
      title,
      checklistJson: JSON.stringify(items),
      updatedAt: ctx.now().toISOString(),
      updatedById: ctx.person.id,
    };
    const id = known ?? newId();
    if (known === undefined)
      await tx.db
        .insertInto("taskTemplates")
        .values({ id, ...values })
        .execute();
    else {
      if (!others.some((other) => other.id === known)) throw notFound();
      const { numUpdatedRows } = await tx.db
        .updateTable("taskTemplates")
        .set(values)
        .set((eb) => ({ version: eb("version", "+", 1) }))
        .where("id", "=", known)
        .where("version", "=", version ?? 0)
        .executeTakeFirst();
      if (numUpdatedRows === 0n)
        throw new Problem("conflict", { message: "Diese Checkliste wurde inzwischen geändert. Bitte neu laden." });
    }
    await tx.record({ kind: "taskTemplate.saved", subject: { type: "taskTemplate", id }, after: { title } });
    tx.signal({ event: "tasksChanged", payload: { tasks: { ids: [] } } });
    return { id };
  });
}

/** Deletes a template; tasks that began with it keep their points. */
export async function deleteTemplate(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const [gone] = await tx.db.deleteFrom("taskTemplates").where("id", "=", id).returning("title").execute();
    if (!gone) throw notFound();
    await tx.record({ kind: "taskTemplate.deleted", subject: { type: "taskTemplate", id }, before: gone });
    tx.signal({ event: "tasksChanged", payload: { tasks: { ids: [] } } });
    return { id };
  });
}

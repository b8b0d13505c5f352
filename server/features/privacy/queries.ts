import type { Erasure, PersonalData } from "../../../contract/privacy/privacy.ts";
import { hasAbility } from "../../../contract/roles.ts";
import type { Db } from "../../db/connection.ts";
import { transact } from "../../db/transact.ts";
import { forbidden, notFound } from "../../problem.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { tellable } from "./may-tell.ts";
import { personalParts } from "./personal-data.ts";

/**
 * Everything that the portal keeps of a person: for themself, and for who manages people, each without what they may not
 * read. Leaves a trace.
 */
export async function exportPerson(ctx: PersonContext, { id }: { id: string }): Promise<PersonalData> {
  if (id !== ctx.person.id && !hasAbility(ctx.person.role, "manageUsers")) throw forbidden();
  const person = await ctx.db
    .selectFrom("users")
    .select([
      "id",
      "email",
      "name",
      "role",
      "phone",
      "position",
      "createdAt",
      "joinedAt",
      "deactivatedAt",
      "lastSeenAt",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!person) throw notFound();
  const db = dynamic(ctx.db);
  const parts: PersonalData["parts"] = [];
  for (const { title, table, owner, columns, guard } of personalParts) {
    const asked = guard && "column" in guard ? [...new Set([...columns, guard.column])] : columns;
    const found = await db.selectFrom(table).select(asked).where(owner, "=", id).execute();
    const rows = (await tellable(ctx, id, guard, found)).map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column]])),
    );
    if (rows.length > 0) parts.push({ title, rows });
  }
  await transact(ctx, (tx) => tx.record({ kind: "user.exported", subject: { type: "user", id } }));
  return { madeAt: ctx.now(), person, parts };
}

/** Whose data was erased, the latest first. */
export async function listErasures(db: Db): Promise<Erasure[]> {
  const rows = await db
    .selectFrom("erasures")
    .leftJoin("users as by", "by.id", "erasures.byId")
    .select(["erasures.subjectType", "erasures.subjectId", "erasures.at", "by.name"])
    .orderBy("erasures.at", "desc")
    .execute();
  return rows.map(({ subjectType, subjectId, at, name }) => ({
    type: subjectType as Erasure["type"],
    id: subjectId,
    at: new Date(at),
    by: name,
  }));
}

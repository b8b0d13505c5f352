import { sql } from "kysely";
import { isOneOf } from "../../../contract/narrowing.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import { prepare } from "../../db/prepare.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { idsIn } from "../../records/conditions/ids-in.ts";
import { storeOf } from "../../records/registry.ts";
import { hasColumn } from "../../records/store.ts";
import type { Queryable } from "../../search/run.ts";
import type { DeadlineSource, Target } from "../deadlines/sources.ts";
import { readableTasks } from "./access.ts";

/**
 * The dates of tasks; one that is put off warns nobody until its day, and one that nobody was asked to do concerns
 * whoever has made it, as a note to oneself.
 */
export const taskDeadlines: DeadlineSource = {
  targetType: "task",
  kinds: ["task"],
  async read(db, ids, today) {
    const rows = await db
      .selectFrom("tasks")
      .select(["id", "title", "state", "dueOn", "snoozedUntil", "assigneeUserId", "targetType", "targetId"])
      .select(["assigneeGroup", "createdById"])
      .where("id", "in", [...ids])
      .execute();
    const customers = await customersOf(db, rows);
    return rows.map((row): Target => {
      const { id, title, state, dueOn, snoozedUntil, targetType, targetId } = row;
      const people = peopleOf(row);
      return {
        id,
        title,
        isArchived: false,
        ...people,
        customerId: customers.get(`${targetType}:${targetId}`) ?? null,
        deadlines:
          state === "open" && dueOn !== null
            ? [
                {
                  kind: "task",
                  dueOn,
                  cancelBy: null,
                  asksUntil: null,
                  ...people,
                  amountCents: null,
                  direction: null,
                  source: "manual",
                  certainty: "certain",
                  isQuiet: snoozedUntil !== null && snoozedUntil > today,
                },
              ]
            : [],
        closed: state === "done" ? { task: "done" } : {},
      };
    });
  },
  async idsAfter(db, id, limit) {
    const rows = await db.selectFrom("tasks").select("id").where("id", ">", id).orderBy("id").limit(limit).execute();
    return rows.map((row) => row.id);
  },
  // To whom a task belongs follows from its record.
  follows: Object.fromEntries(
    recordTypes.map((type) => [
      type,
      async (db: Queryable, ids: readonly string[]) => {
        const rows = await tasksAbout(db, type, JSON.stringify(ids));
        return rows.map(({ id }) => id);
      },
    ]),
  ),
  readable: (reader, alias) => {
    const tasks = sql`select 1 from tasks as k where k.id = ${sql.ref(`${alias}.targetId`)}`;
    return sql`exists (${tasks} and ${readableTasks(reader, "k")})`;
  },
};

interface Asked {
  assigneeUserId: string | null;
  assigneeGroup: string | null;
  createdById: string | null;
}

const peopleOf = ({ assigneeUserId, assigneeGroup, createdById }: Asked) => ({
  responsibleUserId: assigneeUserId,
  concernedUserId: assigneeUserId === null && assigneeGroup === null ? createdById : null,
});

const tasksAbout = prepare((db, type: RecordType, idsJson: string) =>
  db.selectFrom("tasks").select("id").where("targetType", "=", type).where("targetId", "in", idsIn(idsJson)),
);

/** To which customers the records belong that tasks are about, by `type:id`. */
async function customersOf(
  db: Queryable,
  rows: readonly { targetType: string | null; targetId: string | null }[],
): Promise<Map<string, string>> {
  const customers = new Map<string, string>();
  for (const [type, group] of Map.groupBy(rows, ({ targetType }) => targetType)) {
    if (!isOneOf(recordTypes, type)) continue;
    const ids = [...new Set(group.flatMap(({ targetId }) => targetId ?? []))];
    if (type === "customer") for (const id of ids) customers.set(`customer:${id}`, id);
    const store = storeOf(type);
    if (!hasColumn(store, "customerId")) continue;
    const found = await dynamic(db)
      .selectFrom(store.table)
      .select(["id", "customerId"])
      .where("id", "in", ids)
      .execute();
    for (const { id, customerId } of found) if (customerId) customers.set(`${type}:${id}`, String(customerId));
  }
  return customers;
}

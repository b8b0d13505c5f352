import { fieldNamed } from "../../contract/records/read-value.ts";
import type { Db } from "../db/connection.ts";
import { prepare } from "../db/prepare.ts";
import type { Tx } from "../db/transact.ts";
import { Problem } from "../problem.ts";
import { dynamic } from "./conditions/dynamic.ts";
import { maySeeField } from "./field-access.ts";
import { withoutHiddenNames } from "./links/hidden-references.ts";
import { memoizeByStore } from "./memoize-by-store.ts";
import type { RecordContext } from "./record-context.ts";
import { fieldOf, type RecordStore, type Values } from "./store.ts";
import type { Stored } from "./stored.ts";

type Contents = Record<string, unknown>;

/** The refusal of a write that began with an older version: who changed what since then, field by field. */
export async function changedMeanwhile(
  tx: Tx,
  store: RecordStore,
  ctx: RecordContext,
  { id, version: current }: Stored,
  since: number,
): Promise<Problem> {
  const changes = await tx.db
    .selectFrom("changes")
    .leftJoin("users", "users.id", "changes.actorId")
    .select(["changes.actorId", "users.name", "changes.at", "changes.beforeJson", "changes.afterJson"])
    .where("subjectType", "=", store.declaration.type)
    .where("subjectId", "=", id)
    .where("changes.version", ">", since)
    .orderBy("changes.version")
    .execute();
  const before: Contents = {};
  const theirs: Contents = {};
  const visiblePart = (json: string | null) => withoutHiddenNames(tx.db, ctx.person, store, read(json));
  for (const change of changes) {
    Object.assign(theirs, await visiblePart(change.afterJson));
    Object.assign(before, { ...(await visiblePart(change.beforeJson)), ...before });
  }
  const last = changes.at(-1);
  const visible = Object.keys(theirs).filter((name) => {
    const field = fieldOf(store, name);
    return field && maySeeField(ctx.person, field);
  });
  const by = last?.name ?? "jemand anderem";
  return new Problem("conflict", {
    message: `Dieser Eintrag wurde inzwischen von ${by} geändert. Änderungen vergleichen oder neu laden?`,
    conflict: {
      version: current,
      by: last?.actorId ? { id: last.actorId, label: last.name ?? "" } : null,
      at: new Date(last?.at ?? ctx.now()),
      fields: visible.map((field) => ({ field, before: before[field] ?? null, theirs: theirs[field] ?? null })),
    },
  });
}

const read = (json: string | null): Contents => (json ? JSON.parse(json) : {});

/**
 * Refuses values that another active record already has where only one may have them. `changed` names the fields that
 * may have become another's.
 */
export async function refuseTaken(
  tx: Tx,
  store: RecordStore,
  values: Values,
  { exceptId, changed }: { exceptId: string; changed: readonly string[] },
): Promise<void> {
  const taken = await findTaken(tx.db, store, values, { exceptId, changed });
  if (taken)
    throw new Problem("conflict", {
      message: taken.message,
      fields: { [`body.${taken.field}`]: [taken.message] },
      existing: { type: store.declaration.type, id: taken.id },
    });
}

/** The other active record that has what only one may have, and at which field that is said; undefined when none has. */
export async function findTaken(
  db: Db,
  store: RecordStore,
  values: Values,
  { exceptId, changed }: { exceptId: string; changed: readonly string[] },
): Promise<{ field: string; message: string; id: string } | undefined> {
  for (const { fields, find } of holdersOf(store)) {
    if (!fields.some((name) => changed.includes(name))) continue;
    const wanted = fields.map((name) => values[name]);
    if (wanted.some((value) => value === null || value === undefined || value === "")) continue;
    const [taken] = await find(db, exceptId, ...wanted);
    if (!taken) continue;
    // What the server derives, such as the A-labels of a domain, is corrected where the record gets its name.
    const name = fields.findLast((field) => !fieldOf(store, field)?.readOnly) ?? store.declaration.titleField;
    const label = fieldNamed(store.declaration.fields, name).label;
    const message = `${label}: Dieser Wert ist bereits vergeben: ${taken.title}.`;
    return { field: name, message, id: taken.id };
  }
  return undefined;
}

const holdersOf = memoizeByStore(({ table, unique = [] }) =>
  unique.map((fields) => ({
    fields,
    find: prepare((db, exceptId: string, ...wanted: unknown[]) =>
      fields.reduce(
        (query, name, index) => query.where(name, "=", wanted[index]),
        dynamic(db)
          .selectFrom(table)
          .select(["id", "title"])
          .where("archivedAt", "is", null)
          .where("id", "!=", exceptId),
      ),
    ),
  })),
);

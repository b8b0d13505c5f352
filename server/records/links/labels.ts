import type { Field, Input } from "../../../contract/records/fields.ts";
import { fieldNamed, idsOf, refOf, roleLinksOf, textsOf } from "../../../contract/records/read-value.ts";
import type { Db } from "../../db/connection.ts";
import { arrayOf } from "../../db/dialect/json.ts";
import { memoizeByKey, type Prepared, prepare } from "../../db/prepare.ts";
import { invalidField, type Problem } from "../../problem.ts";
import { dynamic } from "../conditions/dynamic.ts";
import { idsIn } from "../conditions/ids-in.ts";
import { isOpen, isReadable, type Reader } from "../readable.ts";
import type { RecordStore, Values } from "../store.ts";
import { tableOf } from "../tables.ts";

/**
 * The given fields as history keeps them: references with the label they have at this moment, so that the entry stays
 * readable after the other record is renamed or gone. Refuses references to records that do not exist and, where the
 * values `before` are given, new ones to what is archived or deactivated.
 */
export async function withLabels(
  { db, reader }: { db: Db; reader: Reader },
  { declaration }: RecordStore,
  values: Values,
  names: readonly string[],
  before?: Values,
): Promise<Record<string, unknown>> {
  const labelled: Record<string, unknown> = {};
  for (const name of names) {
    const field = fieldNamed(declaration.fields, name);
    const refuseGone = (found: readonly Found[]) => {
      if (before) refuseArchived(field, name, found, referencesOf(field, before[name]));
    };
    labelled[name] = await withLabel({ db, reader }, field, { name, value: values[name], refuseGone });
  }
  return labelled;
}

interface Given {
  name: string;
  value: Input | undefined;
  refuseGone(found: readonly Found[]): void;
}

async function withLabel(
  { db, reader }: { db: Db; reader: Reader },
  field: Field,
  { name, value, refuseGone }: Given,
): Promise<unknown> {
  if (value === null || value === undefined) return null;
  if (field.kind !== "relation" && field.kind !== "tags" && field.kind !== "links") return value;
  const ids = [...new Set(referencesOf(field, value))];
  const to = field.kind === "tags" ? "tag" : field.to;
  const found = await readLabels(db, to, ids);
  if (found.length < ids.length || !(await mayRefer({ db, reader }, to, ids))) throw missing(field, name);
  refuseGone(found);
  const refs = found.map(({ id, label }) => ({ id, label }));
  if (field.kind === "relation") return refs[0];
  if (field.kind === "tags") return refs;
  const labels = new Map(refs.map(({ id, label }) => [id, label]));
  return roleLinksOf(value).map((link) => ({ ...link, label: labels.get(link.id) }));
}

function referencesOf({ kind }: Field, value: Input | undefined): string[] {
  return kind === "relation" || kind === "tags" || kind === "links" ? idsOf(value) : [];
}

interface Found {
  id: string;
  label: string;
  goneAt: string | null;
}

async function readLabels(db: Db, to: Target, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  return selectLabels(to)(db, arrayOf(ids));
}

/** Whether all of them are what the person may read. */
async function mayRefer({ db, reader }: { db: Db; reader: Reader }, to: Target, ids: readonly string[]) {
  if (to === "user" || isOpen(to)) return true;
  for (const id of ids) if (!(await isReadable(db, { type: to, id }, reader))) return false;
  return true;
}

type Target = Extract<Field, { kind: "relation" }>["to"];

const selectUsers = prepare((db, idsJson: string) =>
  db
    .selectFrom("users")
    .select(["id", "name as label", "deactivatedAt as goneAt"])
    .where("id", "in", idsIn(idsJson))
    .orderBy("name"),
);

const selectRecords = memoizeByKey((table) =>
  prepare((db, idsJson: string) =>
    dynamic(db)
      .selectFrom(table)
      .select(["id", "title as label", "archivedAt as goneAt"])
      .where("id", "in", idsIn(idsJson))
      .orderBy("title"),
  ),
);

const selectLabels = (to: Target): Prepared<[string], Found> =>
  to === "user" ? selectUsers : selectRecords(tableOf(to));

function refuseArchived(field: Field, name: string, found: readonly Found[], known: readonly string[]): void {
  const gone = found.find(({ id, goneAt }) => goneAt !== null && !known.includes(id));
  if (!gone) return;
  const state = field.kind === "relation" && field.to === "user" ? "deaktiviert" : "archiviert";
  throw invalidField(`body.${name}`, `${field.label}: „${gone.label}“ ist ${state}.`);
}

const missing = (field: Field, name: string): Problem =>
  invalidField(`body.${name}`, `${field.label}: Diesen Eintrag gibt es nicht mehr.`);

/** A value as history keeps it, without the labels. */
export function withoutLabels(field: Field, value: unknown): Input {
  if (field.kind === "relation") return refOf(value)?.id ?? null;
  if (field.kind === "tags") return idsOf(value).sort();
  if (field.kind === "links") return roleLinksOf(value).sort(byId);
  return inOrder(field, value);
}

/** Lists in an order of their own, so that the same members are equal. */
export function inOrder(field: Field, value: unknown): Input {
  if (field.kind === "tags") return textsOf(value).sort();
  if (field.kind === "links") return roleLinksOf(value).sort(byId);
  if (field.kind === "flag") return value === true;
  if (field.kind === "texts" || field.kind === "choices") return textsOf(value);
  return typeof value === "string" || typeof value === "number" ? value : null;
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

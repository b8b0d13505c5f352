import type { Field, Input } from "../../contract/records/fields.ts";
import type { Db } from "../db/connection.ts";
import { onceFor, prepare } from "../db/prepare.ts";
import { invalidField } from "../problem.ts";
import { dynamic } from "./dynamic.ts";
import { idsIn } from "./ids-in.ts";
import type { RecordStore, Values } from "./store.ts";
import { tableOf } from "./tables.ts";

/**
 * The given fields as history keeps them: references with the label they have at this moment, so that the entry stays
 * readable after the other record is renamed or gone. Refuses references to records that do not exist.
 */
export async function withLabels(
  db: Db,
  { declaration }: RecordStore,
  values: Values,
  names: readonly string[],
): Promise<Record<string, unknown>> {
  const labelled: Record<string, unknown> = {};
  for (const name of names) {
    const field = declaration.fields[name] as Field;
    labelled[name] = await withLabel(db, field, name, values[name]);
  }
  return labelled;
}

async function withLabel(db: Db, field: Field, name: string, value: Input | undefined): Promise<unknown> {
  if (value === null || value === undefined) return null;
  if (field.kind === "relation") {
    const [label] = await readLabels(db, field.to, [value as string]);
    if (!label) throw gone(field, name);
    return label;
  }
  if (field.kind === "tags") {
    const found = await readLabels(db, "tag", value as string[]);
    if (found.length < (value as string[]).length) throw gone(field, name);
    return found;
  }
  if (field.kind === "links") {
    const links = value as { id: string; role: string }[];
    const ids = [...new Set(links.map(({ id }) => id))];
    const found = new Map((await readLabels(db, field.to, ids)).map((ref) => [ref.id, ref.label]));
    if (found.size < ids.length) throw gone(field, name);
    return links.map((link) => ({ ...link, label: found.get(link.id) }));
  }
  return value;
}

async function readLabels(db: Db, to: Target, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await selectLabels(to)(db, JSON.stringify(ids));
  return rows.map((row) => ({ id: row.id as string, label: row.label as string }));
}

const selectLabels = onceFor((to) => {
  const { table, title } = titleColumnOf(to as Target);
  return prepare((db, idsJson: string) =>
    dynamic(db)
      .selectFrom(table)
      .select(["id", `${title} as label`])
      .where("id", "in", idsIn(idsJson))
      .orderBy(title),
  );
});

type Target = Extract<Field, { kind: "relation" }>["to"];

function titleColumnOf(to: Target): { table: string; title: string } {
  return to === "user" ? { table: "users", title: "name" } : { table: tableOf(to), title: "title" };
}

const gone = (field: Field, name: string) =>
  invalidField(`body.${name}`, `${field.label}: Diesen Eintrag gibt es nicht mehr.`);

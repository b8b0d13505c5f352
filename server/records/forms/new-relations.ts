import type { z } from "zod";
import type { newRelations } from "../../../contract/records/list-input.ts";
import { idsOf, roleLinksOf, textsOf } from "../../../contract/records/read-value.ts";
import { newKeyPrefix } from "../../../contract/records/relations.ts";
import type { RecordBody } from "../../../contract/records/rows.ts";
import { rulesOf } from "../../../contract/records/rules.ts";
import { bodySchemaOf } from "../../../contract/records/schema.ts";
import type { Tx } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { createRecordIn } from "../commands.ts";
import { memoizeByStore } from "../memoize-by-store.ts";
import type { RecordContext } from "../record-context.ts";
import { storeOf } from "../registry.ts";
import type { RecordStore } from "../store.ts";
import { findCreation, noteCreation } from "./creations.ts";

export type NewRelations = z.infer<typeof newRelations>;

/**
 * Makes what a form names that is not there yet, within the transaction that saves the form, and returns the form's
 * body with the new ids. A refusal is told at the field that names it. The same key never makes two records.
 */
export async function withNewRelations(
  tx: Tx,
  ctx: RecordContext,
  { declaration }: Pick<RecordStore, "declaration">,
  body: RecordBody,
  made: NewRelations,
): Promise<RecordBody> {
  if (made.length === 0) return body;
  const ids = new Map<string, string>();
  for (const relation of made) {
    const field = fieldThatNeeds(relation.key, declaration, body, made);
    if (!field) throw invalidField("newRelations", "Neu: Nichts in diesem Formular nennt diesen Eintrag.");
    ids.set(relation.key, await makeOnce(tx, ctx, relation, { field, ids }));
  }
  return withIds(declaration, body, ids);
}

/** The field of the form that names a key, itself or by way of what is made after it. */
function fieldThatNeeds(
  key: string,
  declaration: RecordStore["declaration"],
  body: RecordBody,
  made: NewRelations,
): string | undefined {
  const own = naming(declaration, body, key);
  if (own) return own;
  const by = made.find(
    ({ key: other, type, body: theirs }) =>
      other !== key && naming(storeOf(type).declaration, theirs as RecordBody, key) !== undefined,
  );
  const rest = made.filter((relation) => relation.key !== key);
  return by && fieldThatNeeds(by.key, declaration, body, rest);
}

function naming({ fields }: RecordStore["declaration"], body: RecordBody, key: string): string | undefined {
  return Object.keys(body).find((name) => isReference(fields[name]?.kind) && idsOf(body[name]).includes(key));
}

const isReference = (kind: string | undefined) => kind === "relation" || kind === "links" || kind === "tags";

async function makeOnce(
  tx: Tx,
  ctx: RecordContext,
  { key, type, body: given }: NewRelations[number],
  { field, ids }: { field: string; ids: ReadonlyMap<string, string> },
): Promise<string> {
  const creation = { type, creationId: key.slice(newKeyPrefix.length) };
  const known = await findCreation(tx, ctx, creation);
  if (known) return known.id;
  const store = storeOf(type);
  const read = schemaOf(store).safeParse(withIds(store.declaration, given as RecordBody, ids));
  const name = String(given[store.declaration.titleField] ?? store.declaration.labels.one);
  if (!read.success) throw refusalOf(field, name, { messages: read.error.issues.map(({ message }) => message) });
  try {
    const { id } = await createRecordIn(tx, store, ctx, read.data);
    await noteCreation(tx, ctx, { ...creation, id });
    return id;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw refusalOf(field, name, { messages: [error.message], problem: error });
  }
}

const schemaOf = memoizeByStore(({ declaration }) => bodySchemaOf(declaration, { rules: rulesOf(declaration.type) }));

function refusalOf(field: string, name: string, { messages, problem }: { messages: string[]; problem?: Problem }) {
  const sentences = messages.map((message) => `„${name}“ lässt sich nicht anlegen. ${message}`);
  return new Problem(problem?.code ?? "invalid", {
    message: sentences[0] ?? "",
    fields: { [`body.${field}`]: sentences },
    ...(problem?.existing && { existing: problem.existing }),
  });
}

/** A body whose references name records by their ids, where it named them by keys. */
function withIds(
  { fields }: RecordStore["declaration"],
  body: RecordBody,
  ids: ReadonlyMap<string, string>,
): RecordBody {
  const idOf = (key: string) => ids.get(key) ?? key;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const kind = fields[name]?.kind;
      if (kind === "relation" && typeof value === "string") return [name, idOf(value)];
      if (kind === "links") return [name, roleLinksOf(value).map((link) => ({ ...link, id: idOf(link.id) }))];
      if (kind === "tags") return [name, textsOf(value).map(idOf)];
      return [name, value];
    }),
  );
}

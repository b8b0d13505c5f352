import type { RecordType } from "../../contract/records/record-types.ts";
import type { Tx } from "../db/transact.ts";
import { readDocument, type SearchDocument } from "./document.ts";
import { insert, type Queryable, run } from "./run.ts";
import { addTokens, removeTokens, replaceTokens } from "./token-index.ts";
import { partTokensOf, tokensOf } from "./tokens.ts";

interface Kept extends SearchDocument {
  number: number;
}

interface Changed {
  type: RecordType;
  id: string;
  /** Created in the same transaction: nothing is kept of it yet. */
  isNew?: boolean;
}

/**
 * Brings what a record is found by in line with the record as it is stored, also after it is gone, and with it the
 * records that show its name. Belongs at the end of the transaction of the change: a savepoint behind it would make the
 * index write all that it has gathered.
 */
export async function indexRecord(tx: Tx, changed: Changed): Promise<void> {
  const { type, id } = changed;
  const { kept, next } = await indexAlone(tx.db, changed);
  tx.wake("searchMerge");
  if (type === "contact") await indexCustomers(tx.db, [kept?.parentId, next?.parentId]);
  if (kept && kept.title !== next?.title) await indexBelongings(tx, id);
}

/** The same for a record alone. */
export async function indexAlone(db: Queryable, { type, id, isNew = false }: Changed) {
  const [kept] = isNew ? [] : await run<Kept>(db, readKept, [id]);
  const next = await readDocument(db, type, id);
  if (next) await write(db, type, id, kept, next);
  else if (kept) await removeDocument(db, kept.number);
  return { kept, next };
}

async function write(db: Queryable, type: RecordType, id: string, kept: Kept | undefined, next: SearchDocument) {
  if (kept && isSame(kept, next)) return;
  const { title, body, context, restricted, archived, parentId } = next;
  const columns = [parentId, archived, title, body, context, restricted];
  const tokens = () =>
    tokensOf(type, title + body + context, restricted) + (type === "page" ? ` ${partTokensOf(title, body)}` : "");
  if (!kept) {
    const number = await insert(db, insertDocument, [type, id, ...columns]);
    return addTokens(db, number, tokens());
  }
  await run(db, updateDocument, [...columns, kept.number]);
  if (!sameTexts(kept, next)) await replaceTokens(db, kept.number, tokens());
}

/** Forgets a document and its tokens. */
export async function removeDocument(db: Queryable, number: number): Promise<void> {
  await run(db, "delete from search_documents where number = ?", [number]);
  await removeTokens(db, number);
}

async function indexCustomers(db: Queryable, ids: readonly (string | null | undefined)[]): Promise<void> {
  for (const id of new Set(ids)) if (id) await indexAlone(db, { type: "customer", id });
}

/** More of them wait until after the commit: everybody else waits for the transaction. */
const maxInTransaction = 50;

/**
 * Brings everything that shows the name of a customer, place or person in line with that name; the first at once, and
 * what is more than a few within seconds.
 */
export async function indexBelongings(tx: Tx, parentId: string): Promise<void> {
  const belongings = await readBelongings(tx.db, parentId, { after: 0, limit: maxInTransaction });
  for (const { type, id } of belongings) await indexRecord(tx, { type, id });
  const last = belongings.at(-1);
  // What is under way for an earlier name begins anew.
  await tx.db.deleteFrom("searchQueue").where("parentId", "=", parentId).execute();
  if (!last || belongings.length < maxInTransaction) return;
  await tx.db.insertInto("searchQueue").values({ parentId, afterNumber: last.number }).execute();
  tx.wake("searchNames");
}

export interface Belonging {
  number: number;
  type: RecordType;
  id: string;
}

/** What is found by the name of a record, in the order of its documents. */
export function readBelongings(
  db: Queryable,
  parentId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Belonging[]> {
  return run<Belonging>(db, selectBelongings, [parentId, after, limit]);
}

const sameTexts = (one: SearchDocument, other: SearchDocument) =>
  one.title === other.title &&
  one.body === other.body &&
  one.context === other.context &&
  one.restricted === other.restricted;

const isSame = (one: SearchDocument, other: SearchDocument) =>
  sameTexts(one, other) && one.archived === other.archived && one.parentId === other.parentId;

const readKept = `select number, parent_id, archived, title, body, context, restricted
  from search_documents where record_id = ?`;

const selectBelongings = `select number, record_type as type, record_id as id from search_documents
  where parent_id = ? and number > ? order by number limit ?`;

// Neither an upsert nor „returning“: their savepoint would make the index write what it has gathered, record by record.
const insertDocument = `insert into search_documents
  (record_type, record_id, parent_id, archived, title, body, context, restricted) values (?, ?, ?, ?, ?, ?, ?, ?)`;
const updateDocument = `update search_documents
  set parent_id = ?, archived = ?, title = ?, body = ?, context = ?, restricted = ? where number = ?`;

import type { RecordType } from "../../contract/records/record-types.ts";
import { readDocument, type SearchDocument } from "./document.ts";
import { insert, type Queryable, run } from "./run.ts";
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
export async function indexRecord(db: Queryable, changed: Changed): Promise<void> {
  const { type, id } = changed;
  const { kept, next } = await indexAlone(db, changed);
  if (type === "contact") await indexCustomers(db, [kept?.parentId, next?.parentId]);
  if (kept && kept.title !== next?.title) await indexBelongings(db, id);
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
    return void (await run(db, insertTokens, [number, tokens()]));
  }
  await run(db, updateDocument, [...columns, kept.number]);
  if (!sameTexts(kept, next)) await run(db, replaceTokens, [kept.number, tokens()]);
}

/** Forgets a document and its tokens. */
export async function removeDocument(db: Queryable, number: number): Promise<void> {
  await run(db, "delete from search_documents where number = ?", [number]);
  await run(db, "delete from search_fts where rowid = ?", [number]);
}

async function indexCustomers(db: Queryable, ids: readonly (string | null | undefined)[]): Promise<void> {
  for (const id of new Set(ids)) if (id) await indexAlone(db, { type: "customer", id });
}

/** Brings everything that shows the name of a customer, place or person in line with that name. */
export async function indexBelongings(db: Queryable, parentId: string): Promise<void> {
  const belongings = await run<{ type: RecordType; id: string }>(db, readBelongings, [parentId]);
  for (const { type, id } of belongings) await indexRecord(db, { type, id });
}

const sameTexts = (one: SearchDocument, other: SearchDocument) =>
  one.title === other.title &&
  one.body === other.body &&
  one.context === other.context &&
  one.restricted === other.restricted;

const isSame = (one: SearchDocument, other: SearchDocument) =>
  sameTexts(one, other) && one.archived === other.archived && one.parentId === other.parentId;

const readKept = `select number, parent_id as parentId, archived, title, body, context, restricted
  from search_documents where record_id = ?`;

const readBelongings = "select record_type as type, record_id as id from search_documents where parent_id = ?";

// Neither an upsert nor „returning“: their savepoint would make the index write what it has gathered, record by record.
const insertDocument = `insert into search_documents
  (record_type, record_id, parent_id, archived, title, body, context, restricted) values (?, ?, ?, ?, ?, ?, ?, ?)`;
const updateDocument = `update search_documents
  set parent_id = ?, archived = ?, title = ?, body = ?, context = ?, restricted = ? where number = ?`;

const insertTokens = "insert into search_fts (rowid, tokens) values (?, ?)";
const replaceTokens = "insert or replace into search_fts (rowid, tokens) values (?, ?)";

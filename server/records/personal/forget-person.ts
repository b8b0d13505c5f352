import { type RawBuilder, type SqlBool, sql } from "kysely";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { erasedName } from "../../../contract/privacy/privacy.ts";
import type { RecordKey } from "../../../contract/records/record-types.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { releaseAuditValues } from "../../db/audit-values.ts";
import { escapeLike, isLike } from "../../db/dialect/text.ts";
import type { Tx } from "../../db/transact.ts";
import { dynamic } from "../conditions/dynamic.ts";
import { storeOf } from "../registry.ts";
import { fieldOf } from "../store.ts";
import { type Identity, isRowOf, redactJson, redactor, tailOf } from "./redact.ts";

/** Whose personal data is to go. */
export interface Forgotten {
  /** The record that told of them. */
  record: RecordKey;
  identity: Identity;
  /** Of the record's own history only what says nothing about the person stays; else their name and addresses go. */
  isWhole: boolean;
}

interface TracedTable {
  table: string;
  key: readonly string[];
  texts?: readonly string[];
  jsons?: readonly string[];
}

/** Where the portal writes down by itself what somebody is called and how to reach them. */
const traced: readonly TracedTable[] = [
  { table: "notifications", key: ["id"], texts: ["title", "message"] },
  { table: "mails", key: ["id"], texts: ["toName", "subject", "answer"], jsons: ["contentJson"] },
  { table: "mailAttempts", key: ["id"], texts: ["answer"] },
  { table: "apiRequests", key: ["tokenId", "idempotencyKey"], texts: ["body"] },
  { table: "savedViews", key: ["id"], jsons: ["stateJson"] },
  { table: "merges", key: ["id"], jsons: ["undoJson"] },
  { table: "importMappings", key: ["id"], jsons: ["settingsJson"] },
  { table: "terms", key: ["id"], texts: ["decidedByName", "reason"] },
  { table: "customerQuestions", key: ["id"], texts: ["name", "email", "answeredName"] },
  { table: "holderConfirmations", key: ["id"], texts: ["name", "email", "answeredName"] },
  { table: "holderConfirmationItems", key: ["holderConfirmationId", "domainId"], texts: ["correction"] },
  { table: "priceChanges", key: ["id"], texts: ["reason"] },
  { table: "incidentEntries", key: ["id"], texts: ["text"] },
  { table: "channelDeliveries", key: ["id"], texts: ["answer"], jsons: ["contentJson"] },
  { table: "discoverySteps", key: ["addressId", "step"], texts: ["text"], jsons: ["answerJson"] },
];

/**
 * Takes who somebody was out of everything that the portal itself keeps beside their record: history, notifications,
 * mails, imports with their rows, answers that are kept to be repeated, what incidents and channels noted, and searches.
 * What people have written in pages, chats and notes is theirs to change. Runs when the transaction has done everything else, and leaves an entry that
 * names nobody.
 */
export function forgetPerson(tx: Tx, forgotten: Forgotten): void {
  const { type, id } = forgotten.record;
  tx.beforeCommit(`forget:${id}`, async () => {
    const redact = redactor(forgotten.identity);
    for (const email of forgotten.identity.emails)
      await tx.db.deleteFrom("mails").where(sql`lower(to_email)`, "=", email.toLowerCase()).execute();
    await redactHistory(tx, forgotten, redact);
    for (const table of traced) await redactTable(tx, table, forgotten, redact);
    await redactImports(tx, forgotten, redact);
    await forgetSearches(tx, forgotten.identity);
    const at = tx.now().toISOString();
    const byId = tx.actorId ?? null;
    await tx.db
      .insertInto("erasures")
      .values({ subjectType: type, subjectId: id, at, byId })
      .onConflict((conflict) => conflict.columns(["subjectType", "subjectId"]).doUpdateSet({ at, byId }))
      .execute();
  });
}

const contains = (column: string, text: string): RawBuilder<SqlBool> =>
  isLike(sql.ref(column), `%${escapeLike(text)}%`);

/** Phone numbers are compared without what people write between the digits. */
const containsDigits = (column: string, tail: string): RawBuilder<SqlBool> => {
  const digits = [" ", "-", "/", "(", ")", "."].reduce<RawBuilder<unknown>>(
    (text, separator) => sql`replace(${text}, ${separator}, '')`,
    sql.ref(column),
  );
  return sql<SqlBool>`${digits} like ${`%${tail}%`}`;
};

/** Leaves the rows in which a column may speak of the person; what does is found out word for word afterwards. */
function mayTell(columns: readonly string[], { record, identity }: Forgotten): RawBuilder<SqlBool> {
  const { name, lastName, emails, phones } = identity;
  const words = [lastName ?? name, record.id, ...emails].filter((word) => word !== "");
  const tails = phones.flatMap((phone) => tailOf(phone) ?? []);
  const conditions = columns.flatMap((column) => [
    ...words.map((word) => contains(column, word)),
    ...tails.map((tail) => containsDigits(column, tail)),
  ]);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

type Redact = (text: string) => string;

async function redactTable(tx: Tx, { table, key, texts = [], jsons = [] }: TracedTable, of: Forgotten, redact: Redact) {
  const db = dynamic(tx.db);
  const rows = await db
    .selectFrom(table)
    .select([...key, ...texts, ...jsons])
    .where(mayTell([...texts, ...jsons], of))
    .execute();
  for (const row of rows) {
    const cleaned: Record<string, unknown> = {};
    for (const name of texts) if (row[name] !== null) cleaned[name] = redact(row[name] as string);
    for (const name of jsons)
      if (row[name] !== null) cleaned[name] = redactJson(row[name] as string, redact, of.record.id);
    let update = db.updateTable(table).set(cleaned);
    for (const name of key) update = update.where(name, "=", row[name]);
    await update.execute();
  }
}

/** The history of the record, and that of records of its kind, of customers and of hosts, which may name the person. */
async function redactHistory(tx: Tx, of: Forgotten, redact: Redact): Promise<void> {
  const { record, isWhole } = of;
  const rows = await tx.db
    .selectFrom("changes")
    .select(["id", "subjectId", "beforeJson", "afterJson"])
    .where("subjectType", "in", [record.type, "customer", "host"])
    .where((eb) => eb.or([eb("subjectId", "=", record.id), mayTell(["beforeJson", "afterJson"], of)]))
    .execute();
  for (const { id, subjectId, beforeJson, afterJson } of rows) {
    const isOwn = isWhole && subjectId === record.id;
    const clean = (json: string | null) =>
      json && redactJson(isOwn ? withoutTexts(record, json) : json, redact, record.id);
    await releaseAuditValues(tx, { id });
    await tx.db
      .updateTable("changes")
      .set({ beforeJson: clean(beforeJson), afterJson: clean(afterJson) })
      .where("id", "=", id)
      .execute();
  }
}

/** What was chosen and referred to; of whatever somebody typed, only that there was something. */
function withoutTexts({ type }: RecordKey, json: string): string {
  const store = storeOf(type);
  const values = parseOwnJson<Record<string, unknown>>(json);
  for (const name of Object.keys(values)) {
    const isTyped = ["text", "texts", "markdown"].includes(fieldOf(store, name)?.kind ?? "text");
    if (name === store.declaration.titleField) values[name] = erasedName;
    else if (isTyped) values[name] = null;
  }
  return JSON.stringify(values);
}

const gone = JSON.stringify([{ column: null, message: "Die Daten dieser Zeile wurden gelöscht." }]);

/** Rows that are about the person lose all their cells: in the result of the import and in its file of failed rows. */
async function redactImports(tx: Tx, of: Forgotten, redact: Redact): Promise<void> {
  const { record, identity } = of;
  const columns = ["cellsJson", "changesJson", "problemsJson", "writesJson"] as const;
  const rows = await tx.db
    .selectFrom("importRows")
    .select(["importId", "rowNumber", "recordId", "title", ...columns])
    .where((eb) => eb.or([eb("recordId", "=", record.id), mayTell([...columns, "title"], of)]))
    .execute();
  for (const { importId, rowNumber, recordId, title, ...row } of rows) {
    const isTheirs = recordId === record.id || (recordId === null && isRowOf(identity, JSON.parse(row.cellsJson)));
    const clean = (json: string | null) => json && redactJson(json, redact, record.id);
    const cleaned = isTheirs
      ? {
          cellsJson: "[]",
          title: erasedName,
          changesJson: null,
          problemsJson: row.problemsJson && gone,
          writesJson: null,
        }
      : {
          cellsJson: clean(row.cellsJson) ?? "[]",
          title: title && redact(title),
          changesJson: clean(row.changesJson),
          problemsJson: clean(row.problemsJson),
          writesJson: clean(row.writesJson),
        };
    await tx.db
      .updateTable("importRows")
      .set(cleaned)
      .where("importId", "=", importId)
      .where("rowNumber", "=", rowNumber)
      .execute();
  }
  await redactPreviews(tx, of, redact);
}

async function redactPreviews(tx: Tx, of: Forgotten, redact: Redact): Promise<void> {
  const columns = ["columnsJson", "settingsJson", "missingJson", "effectsJson", "unknownJson"] as const;
  const imports = await tx.db
    .selectFrom("imports")
    .select(["id", "problem", "previewJson", ...columns])
    .where(mayTell(["problem", "previewJson", ...columns], of))
    .execute();
  // A cell that holds one of the names alone is theirs as well.
  const own = [of.identity.firstName, of.identity.lastName].flatMap((name) => name?.toLowerCase() ?? []);
  const clean = (json: string) =>
    redactJson(json, (text) => (own.includes(text.toLowerCase()) ? "" : redact(text)), of.record.id);
  for (const { id, problem, previewJson, ...jsons } of imports) {
    const rows = parseOwnJson<{ number: number; cells: unknown[] }[]>(previewJson);
    const left = rows.map((row) =>
      isRowOf(of.identity, row.cells) ? { ...row, cells: row.cells.map(() => "") } : row,
    );
    await tx.db
      .updateTable("imports")
      .set({ problem: problem && redact(problem), previewJson: clean(JSON.stringify(left)) })
      .set(Object.fromEntries(columns.map((name) => [name, clean(jsons[name])])))
      .where("id", "=", id)
      .execute();
  }
}

/** What somebody searched for in vain may be who is gone. */
async function forgetSearches(tx: Tx, { name, lastName, emails }: Identity): Promise<void> {
  for (const word of [lastName ?? name, ...emails])
    if (word.length > 2)
      await tx.db
        .deleteFrom("pageMisses")
        .where(contains("query", foldText(word)))
        .execute();
}

import { declarationOf } from "../../contract/records/declarations.ts";
import type { Field } from "../../contract/records/fields.ts";
import { fieldNamed, textOf } from "../../contract/records/read-value.ts";
import type { RecordType } from "../../contract/records/record-types.ts";
import { snakeCase } from "../db/snake-case.ts";
import { type Queryable, run } from "./run.ts";
import { runsOf } from "./spellings.ts";

/** What a record is found by. Each text holds runs between spaces. */
export interface SearchDocument {
  title: string;
  body: string;
  /** The name of the customer that it belongs to, or of whoever has it; the text of a page, below its headings. */
  context: string;
  /** Only for people who may see the fields. */
  restricted: string;
  archived: 0 | 1;
  /** The record that it belongs to and goes with, or whose name it carries. */
  parentId: string | null;
}

/** What says to whom a record belongs; a device has at most one of its holders. */
const parentColumns: Partial<Record<RecordType, string>> = {
  website: "customer_id",
  domain: "customer_id",
  host: "customer_id",
  device: "coalesce(assigned_user_id, assigned_customer_id, assigned_location_id)",
  contract: "customer_id",
  contact: "customer_id",
  contractItem: "contract_id",
  timeEntry: "customer_id",
};

const contactFields = ["firstName", "lastName", "email", "phone", "mobile"];

type Row = Record<string, unknown>;

/** Forms the document of a record as it is stored; undefined when there is none. */
export async function readDocument(db: Queryable, type: RecordType, id: string): Promise<SearchDocument | undefined> {
  const { searchable, searchableRestricted = [] } = declarationOf(type);
  const [row] = await run<Row>(db, selectOf(type), [id]);
  if (!row) return undefined;
  if (type === "page") return pageDocument(row);
  const parentId = textOf(row.parentId) || null;
  const contacts = type === "customer" ? await readContacts(db, id) : [];
  return {
    title: joined(titleRuns(type, row)),
    body: joined([...fieldRuns(type, row, searchable), ...contacts]),
    context: parentId ? await readParentTitle(db, parentId) : "",
    restricted: joined(fieldRuns(type, row, searchableRestricted)),
    archived: row.archivedAt === null ? 0 : 1,
    parentId,
  };
}

/**
 * How many signs of a page are searched: some fifty printed pages of text beside what is attached. Everybody waits for
 * the transaction that indexes a page.
 */
const maxSearched = { headingText: 20_000, contentText: 100_000, attachmentText: 50_000 };

/** A page is found by its title, then by its headings, then by everything else in it. */
function pageDocument(row: Row): SearchDocument {
  const runs = (...names: (keyof typeof maxSearched)[]) =>
    joined(names.flatMap((name) => runsOf(wholeText, textUpTo(String(row[name] ?? ""), maxSearched[name]))));
  return {
    title: joined(titleRuns("page", row)),
    body: runs("headingText"),
    context: runs("contentText", "attachmentText"),
    restricted: "",
    archived: row.archivedAt === null ? 0 : 1,
    parentId: null,
  };
}

/** The beginning of a text, without a word that is cut through. */
function textUpTo(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.slice(0, max).search(/\s\S*$/);
  return text.slice(0, end > 0 ? end : max);
}

const wholeText = { kind: "markdown", label: "", max: 0 } as const;

const selects = new Map<RecordType, string>();

function selectOf(type: RecordType): string {
  const known = selects.get(type);
  if (known) return known;
  const { plural, searchable, searchableRestricted = [] } = declarationOf(type);
  const columns = ["title", "archivedAt", ...searchable, ...searchableRestricted].map(snakeCase);
  if (type === "page") columns.push("heading_text", "content_text", "attachment_text");
  const parent = parentColumns[type];
  if (parent) columns.push(`${parent} as parent_id`);
  const statement = `select ${columns.join(", ")} from ${plural.replaceAll("-", "_")} where id = ?`;
  selects.set(type, statement);
  return statement;
}

function joined(runs: readonly string[]): string {
  return runs.length > 0 ? ` ${[...new Set(runs)].join(" ")} ` : "";
}

function titleRuns(type: RecordType, { title }: Row): string[] {
  const { fields, titleField } = declarationOf(type);
  return runsOf(fieldNamed(fields, titleField), textOf(title));
}

function fieldRuns(type: RecordType, row: Row, names: readonly string[]): string[] {
  const { fields } = declarationOf(type);
  return names.flatMap((name) => {
    const field = fieldNamed(fields, name);
    const stored = row[name];
    if (typeof stored !== "string") return [];
    const texts: string[] = field.kind === "texts" ? JSON.parse(stored) : [stored];
    const mark = isIdentifying(type, name, field) ? identifier : "";
    return texts.flatMap((text) => runsOf(field, text)).map((run) => mark + run);
  });
}

/** Stands before the run of a value that names one thing: an address, a number, a serial number. */
export const identifier = "#";

const descriptive = ["plain", "zip", "country", "color", "vaultLink"];

function isIdentifying(type: RecordType, name: string, field: Field): boolean {
  const isText = field.kind === "text" || field.kind === "texts";
  return isText && (!descriptive.includes(field.format) || declarationOf(type).naturalKeys.includes(name));
}

/** A customer is found by the people one speaks to there. */
async function readContacts(db: Queryable, customerId: string): Promise<string[]> {
  const contacts = await run<Row>(db, selectContacts, [customerId]);
  return contacts.flatMap((row) => [...titleRuns("contact", row), ...fieldRuns("contact", row, contactFields)]);
}

async function readParentTitle(db: Queryable, id: string): Promise<string> {
  const [parent] = await run<Row>(db, selectParent, [id, id, id]);
  return parent ? joined(titleRuns("customer", parent)) : "";
}

const selectParent = `select title from customers where id = ? union all select title from locations where id = ?
  union all select name as title from users where id = ?`;

const selectContacts = `select title, ${contactFields.map(snakeCase).join(", ")}
  from contacts where customer_id = ? and archived_at is null`;

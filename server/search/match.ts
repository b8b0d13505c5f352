import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { RecordType } from "../../contract/records/record-types.ts";
import { byEngine } from "../db/dialect/by-engine.ts";
import { orderedJoin } from "../db/dialect/planning.ts";
import { positionOf } from "../db/dialect/text.ts";
import type { Term } from "./search-terms.ts";
import { needleTokens, type Part } from "./tokens.ts";

/** What was typed, how a person may look for it, and among what. */
export interface Search {
  type: RecordType;
  /** One of them must be found with all of its words. */
  readings: readonly Term[][];
  /** Whether the person may search by what not everybody sees. */
  isRestrictedOpen: boolean;
  /** Over the document `d`: leaves out what the person may not read. */
  readable?: RawBuilder<SqlBool> | undefined;
  /** Only in the title of a page, or only in its headings. */
  part?: Part;
}

/**
 * From the documents that are found, `select`; as `d` over the index as `f`. The index narrows them down to those that
 * hold the pieces of every needle, the texts decide.
 */
export function matching(select: RawBuilder<unknown>, search: Search): RawBuilder<unknown> {
  // The order keeps SQLite from walking the documents and asking the index for each.
  return sql`select ${select} from search_fts as f ${orderedJoin} search_documents as d on d.number = f.rowid
    where ${hasTokens(search)} and ${holding(search)}`;
}

/** The order of what `matching` finds: the latest documents first, as the index has them. */
export const newestFirst = sql`f.rowid desc`;

/** Whether the document `d` is found, by its texts alone. */
export function holding({ readings, isRestrictedOpen, readable, part }: Search): RawBuilder<SqlBool> {
  const text = textOf(isRestrictedOpen, part);
  const held = sql<SqlBool>`(${sql.join(
    readings.map((terms) => readingHolds(terms, text)),
    sql` or `,
  )})`;
  return readable ? sql`(${held} and ${readable})` : held;
}

function textOf(isRestrictedOpen: boolean, part: Part | undefined): RawBuilder<unknown> {
  if (part) return part === "title" ? sql`d.title` : sql`d.body`;
  if (isRestrictedOpen) return sql`(d.title || d.body || d.context || d.restricted)`;
  return sql`(d.title || d.body || d.context)`;
}

/** The first so many entries of the index that may be found. */
export function firstEntries(search: Search, max: number): RawBuilder<Record<string, unknown>> {
  return sql`(select 1 from search_fts as f where ${hasTokens(search)} limit ${sql.lit(max)})`;
}

const inIndex: (forSqlite: string, forPostgres: string) => RawBuilder<SqlBool> = byEngine("inIndex", {
  sqlite: (expression) => sql`f.search_fts match ${expression}`,
  postgres: (_, query) => sql`f.tokens @@ cast(${query} as tsquery)`,
});

/** Whether an entry of the index has the tokens of what is looked for. Tokens are letters and digits, so nothing in them is an operator. */
function hasTokens(search: Search): RawBuilder<SqlBool> {
  const expression = tokensOf(search);
  const query = expression.replaceAll('"', "'").replaceAll(" AND ", " & ").replaceAll(" OR ", " | ");
  return inIndex(expression, query);
}

function tokensOf({ type, readings, isRestrictedOpen, part }: Search): string {
  const tokens = (needle: string) => needleTokens(type, needle, isRestrictedOpen, part);
  return readings.map((terms) => readingTokens(terms, tokens)).join(" OR ");
}

function readingTokens(terms: readonly Term[], tokens: (needle: string) => string): string {
  const parts = terms.map((needles) => needles.map((needle) => `(${tokens(needle)})`).join(" OR "));
  return `(${parts.map((part) => `(${part})`).join(" AND ")})`;
}

function readingHolds(terms: readonly Term[], text: RawBuilder<unknown>): Expression<SqlBool> {
  const all = terms.map((needles) => {
    const any = needles.map((needle) => sql`${positionOf(text, needle)} > 0`);
    return sql<SqlBool>`(${sql.join(any, sql` or `)})`;
  });
  return sql`(${sql.join(all, sql` and `)})`;
}

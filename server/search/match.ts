import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { RecordType } from "../../contract/records/record-types.ts";
import type { Term } from "./search-terms.ts";
import { needleTokens } from "./tokens.ts";

/**
 * From the documents of a type that match one of the readings, `select`; as `d` over the index as `f`. The index narrows
 * them down to those that hold the pieces of every needle, the texts decide.
 */
export function matching(
  select: RawBuilder<unknown>,
  type: RecordType,
  readings: readonly Term[][],
  isRestrictedOpen: boolean,
): RawBuilder<unknown> {
  const tokens = readings.map((terms) => readingTokens(type, terms, isRestrictedOpen));
  const text = isRestrictedOpen
    ? sql`(d.title || d.body || d.context || d.restricted)`
    : sql`(d.title || d.body || d.context)`;
  const holds = sql.join(
    readings.map((terms) => readingHolds(terms, text)),
    sql` or `,
  );
  // A cross join keeps SQLite from walking the documents and asking the index for each.
  return sql`select ${select} from search_fts as f cross join search_documents as d on d.number = f.rowid
    where f.search_fts match ${tokens.join(" OR ")} and (${holds})`;
}

function readingTokens(type: RecordType, terms: readonly Term[], isRestrictedOpen: boolean): string {
  const parts = terms.map((needles) =>
    needles.map((needle) => `(${needleTokens(type, needle, isRestrictedOpen)})`).join(" OR "),
  );
  return `(${parts.map((part) => `(${part})`).join(" AND ")})`;
}

function readingHolds(terms: readonly Term[], text: RawBuilder<unknown>): Expression<SqlBool> {
  const all = terms.map((needles) => {
    const any = needles.map((needle) => sql`instr(${text}, ${needle})`);
    return sql<SqlBool>`(${sql.join(any, sql` or `)})`;
  });
  return sql`(${sql.join(all, sql` and `)})`;
}

import { type RawBuilder, sql } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { RecordType } from "../../../contract/records/record-types.ts";
import type { FoundType } from "../../../contract/search/search.ts";
import { foldText } from "../../../contract/values/fold.ts";
import { orderedJoin } from "../../db/dialect/planning.ts";
import { positionOf } from "../../db/dialect/text.ts";
import { maySearchRestricted } from "../../records/conditions/search-condition.ts";
import { readableBy, readableDocuments } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import { matching, newestFirst } from "../../search/match.ts";
import type { Term } from "../../search/search-terms.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { closenessOf } from "./closeness.ts";

/** Something found, before its own row is read. */
export interface Candidate {
  type: FoundType;
  id: string;
  closeness: number;
}

interface Row {
  id: string;
  title: string;
  body: string;
  context: string;
  restricted: string;
}

/** A short needle is in nearly everything: the newest are looked at, of these the best are read. */
const lookedAt = 800;
const read = 50;

/** The records of a type that hold what was typed, with those whose title begins with it whatever their number. */
export async function readCandidates(
  ctx: PersonContext,
  type: Exclude<FoundType, "user">,
  query: string,
  readings: readonly Term[][],
): Promise<Candidate[]> {
  const isRestrictedOpen = maySearchRestricted(ctx.person, declarationOf(type));
  const search = { type, readings, isRestrictedOpen, readable: readableDocuments(type, ctx.person) };
  const found = await sql<Row>`select ${texts} from (
      ${matching(sql`d.*`, search)} order by ${newestFirst} limit ${lookedAt}
    ) as d order by d.archived, ${beginsWord(readings)} desc, d.number desc limit ${read}`.execute(ctx.db);
  const rows = new Map(found.rows.map((row) => [row.id, row]));
  if (found.rows.length === read) for (const row of await readByTitle(ctx, type, query)) rows.set(row.id, row);
  return [...rows.values()].flatMap(({ id, title, body, context, restricted }) => {
    const rest = isRestrictedOpen ? context + restricted : context;
    const closeness = closenessOf({ title, body, rest }, readings);
    return closeness > 0 ? { type, id, closeness } : [];
  });
}

const texts = sql`d.record_id as id, d.title, d.body, d.context, d.restricted`;

/** In how many of the typed words' spellings a word of the title begins. */
function beginsWord(readings: readonly Term[][]): RawBuilder<unknown> {
  const words = readings.flat(2).map((needle) => (needle.startsWith(".") ? needle : `.${needle}`));
  return sql.join(
    words.map((word) => sql`case when ${positionOf(sql`d.title`, word)} > 0 then 1 else 0 end`),
    sql` + `,
  );
}

async function readByTitle(ctx: PersonContext, type: RecordType, query: string): Promise<Row[]> {
  const start = foldText(query);
  const readable = readableBy(type, ctx.person) ?? sql`1 = 1`;
  const { rows } = await sql<Row>`select ${texts} from (
      select id from ${sql.table(tableOf(type))} as record where archived_at is null and ${readable}
      and sort_title >= ${start} and sort_title < ${`${start}\u{10ffff}`} order by sort_title, id limit ${read}
    ) as record ${orderedJoin} search_documents as d on d.record_id = record.id`.execute(ctx.db);
  return rows;
}

import { sql } from "kysely";
import { declarationOf } from "../../../contract/records/declarations.ts";
import type { Field } from "../../../contract/records/fields.ts";
import type { SearchHit } from "../../../contract/search/search.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { maySearchRestricted } from "../../records/conditions/search-condition.ts";
import { tableOf } from "../../records/tables.ts";
import type { Term } from "../../search/search-terms.ts";
import { runsOf, toRun } from "../../search/spellings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { closenessOf } from "./closeness.ts";
import type { RecordHitType } from "./summaries.ts";

type Match = NonNullable<SearchHit["matched"]>;
type Row = Record<string, unknown>;

/** Says of results that show nothing of what was typed in which field it stands. */
export async function nameMatches(
  ctx: PersonContext,
  hits: readonly SearchHit[],
  readings: readonly Term[][],
): Promise<SearchHit[]> {
  const hidden = hits.filter((hit) => hit.type !== "user" && hiddenTerms(hit, readings).length > 0);
  const rows = new Map<string, Row>();
  for (const type of new Set(hidden.map((hit) => hit.type as RecordHitType)))
    for (const row of await readTexts(
      ctx,
      type,
      hidden.filter((hit) => hit.type === type).map(({ id }) => id),
    ))
      rows.set(row.id as string, row);
  return hits.map((hit) => {
    const row = rows.get(hit.id);
    const matched = row && matchIn(hit.type as RecordHitType, row, hiddenTerms(hit, readings));
    return matched ? { ...hit, matched } : hit;
  });
}

/** The words that stand neither in the name nor in the line below it, in the reading of which most are seen. */
function hiddenTerms({ title, note }: SearchHit, readings: readonly Term[][]): Term[] {
  const seen = ` ${toRun(title)} ${toRun(note ?? "")} `;
  const each = readings.map((terms) => terms.filter((term) => !holds(seen, term)));
  return each.sort((one, other) => one.length - other.length)[0] ?? [];
}

const holds = (runs: string, term: Term) => closenessOf({ title: runs, body: "", rest: "" }, [[term]]) > 0;

async function readTexts(ctx: PersonContext, type: RecordHitType, ids: readonly string[]): Promise<Row[]> {
  const { fields } = declarationOf(type);
  let query = dynamic(ctx.db)
    .selectFrom(`${tableOf(type)} as record`)
    .select(["record.id", ...namesOf(ctx, type).map((name) => `record.${name}`)])
    .where("record.id", "in", ids);
  if (fields.customerId)
    query = query.select(sql`(select c.title from customers as c where c.id = record.customer_id)`.as("customer"));
  return query.execute();
}

function namesOf({ person }: PersonContext, type: RecordHitType): readonly string[] {
  const declaration = declarationOf(type);
  const restricted = maySearchRestricted(person, declaration) ? (declaration.searchableRestricted ?? []) : [];
  return [...declaration.searchable, ...restricted];
}

/** What is found in the text of a page or by somebody's name has no field of its own. */
const elsewhere: Partial<Record<RecordHitType, Match>> = {
  page: { label: "Text", value: null },
  customer: { label: "Ansprechpartner", value: null },
};

function matchIn(type: RecordHitType, row: Row, terms: readonly Term[]): Match | undefined {
  const { fields } = declarationOf(type);
  for (const [name, stored] of Object.entries(row)) {
    const field = fields[name];
    if (!field || typeof stored !== "string") continue;
    const texts: string[] = field.kind === "texts" ? JSON.parse(stored) : [stored];
    const found = texts.find((text) => terms.some((term) => holds(` ${runsOf(field, text).join(" ")} `, term)));
    if (found !== undefined) return { label: field.label, value: isShort(field) ? found : null };
  }
  const customer = typeof row.customer === "string" ? row.customer : "";
  if (terms.some((term) => holds(` ${toRun(customer)} `, term))) return { label: "Kunde", value: customer };
  return elsewhere[type];
}

const isShort = ({ kind }: Field) => kind === "text" || kind === "texts";

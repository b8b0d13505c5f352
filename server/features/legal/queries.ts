import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type * as view from "../../../contract/legal/legal.ts";
import type { legalOfCustomer, listLegalFindings } from "../../../contract/legal/legal-input.ts";
import type { oneTarget } from "../../../contract/lookups/lookups.ts";
import { toPage } from "../../../contract/pagination.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import type { LegalRunTable } from "../../db/tables/lookups.ts";
import { toDate } from "../../db/to-date.ts";
import type { LegalRule } from "../../lookups/legal/rule.ts";
import { legalRuleOf, legalRules } from "../../lookups/legal/rules.ts";
import { notFound } from "../../problem.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readLookup } from "../lookups/queries.ts";

/** A year of weekly runs. */
const trendRuns = 53;
const goneShown = 50;

/** What the last run over a website came to, with what was found before. Throws not_found. */
export async function readLegal(ctx: RecordContext, { id }: z.infer<typeof oneTarget>): Promise<view.LegalView> {
  const website = await ctx.db.selectFrom("websites").select("legalState").where("id", "=", id).executeTakeFirst();
  if (!website) throw notFound();
  const looked = await readLookup(ctx.db, "legal", id);
  const runs = await ctx.db
    .selectFrom("legalRuns")
    .select(["id", "at", "uncheckable", "withoutBrowser", "bad", "warn", "info", "figuresJson"])
    .where("websiteId", "=", id)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(trendRuns)
    .execute();
  const [last] = runs;
  const own = { websiteId: id, withArchived: true } as const;
  const [present, gone] = [
    await readFindings(ctx, { ...own, states: ["open", "accepted"], limit: 1000, offset: 0 }),
    await readFindings(ctx, { ...own, states: ["gone"], limit: goneShown, offset: 0 }),
  ];
  return {
    lookup: looked?.state ?? null,
    state: website.legalState,
    run: last ? toRun(last) : null,
    ...(await readProof(ctx, id)),
    findings: [...present, ...gone],
    trend: runs.map(toRun).toReversed(),
  };
}

type Proof = Pick<view.LegalView, "record" | "browserAt" | "pictureAt" | "rules">;

/** What the last run that judged came to, and what the last ones saw: the latest may have seen less than one before. */
async function readProof({ db }: RecordContext, websiteId: string): Promise<Proof> {
  const newestFirst = db
    .selectFrom("legalRuns")
    .where("websiteId", "=", websiteId)
    .orderBy("at", "desc")
    .orderBy("id", "desc");
  const judged = await newestFirst.select("rulesJson").where("uncheckable", "is", null).limit(1).executeTakeFirst();
  const runs = await newestFirst
    .select((eb) => ["at", "withoutBrowser", "recordJson", eb("picture", "is not", null).as("hasPicture")])
    .where((eb) => eb.or([eb("recordJson", "is not", null), eb("picture", "is not", null)]))
    .execute();
  const seen = runs.flatMap(({ recordJson, ...run }) =>
    recordJson === null ? [] : [{ ...run, record: readRecord(recordJson) }],
  );
  const [last] = seen;
  const byBrowser = seen.find(({ withoutBrowser }) => withoutBrowser === null);
  const pictured = runs.find(({ hasPicture }) => hasPicture);
  return {
    record: last ? { ...last.record, ...(byBrowser && seenByBrowser(byBrowser.record)) } : null,
    browserAt: toDate(byBrowser?.at ?? null),
    pictureAt: toDate(pictured?.at ?? null),
    rules: judged ? toRules(JSON.parse(judged.rulesJson)) : [],
  };
}

/** Records from before their requests were counted name all of them, as far as anybody knows. */
function readRecord(json: string): view.LegalRecord {
  const record: Omit<view.LegalRecord, "requestCount" | "isCutOff"> & Partial<view.LegalRecord> = JSON.parse(json);
  return { requestCount: record.requests.length, isCutOff: false, ...record };
}

const seenByBrowser = ({ requests, requestCount, isCutOff, cookies }: view.LegalRecord) => ({
  requests,
  requestCount,
  isCutOff,
  cookies,
});

/** The start page as the last run with a picture saw it. Throws not_found. */
export async function readPicture(
  { db }: RecordContext,
  { id }: z.infer<typeof oneTarget>,
): Promise<{ webpBase64: string }> {
  const run = await db
    .selectFrom("legalRuns")
    .select("picture")
    .where("websiteId", "=", id)
    .where("picture", "is not", null)
    .orderBy("at", "desc")
    .executeTakeFirst();
  if (!run?.picture) throw notFound();
  return { webpBase64: run.picture };
}

/** Findings of all websites, the worst and newest first. */
export async function listFindings(
  ctx: RecordContext,
  { state, page, limit, ...where }: z.output<typeof listLegalFindings>,
): Promise<view.LegalFindings> {
  const asked = { ...where, states: [state] };
  const rows = await readFindings(ctx, { ...asked, limit, offset: (page - 1) * limit });
  return toPage(rows, await countFindings(ctx, asked), limit);
}

const namedOfWebsites = 10;

/**
 * Which websites of a customer nobody could check or has looked at; a list without findings says nothing of them. Throws
 * not_found.
 */
export async function readCoverage(
  { db }: RecordContext,
  { customerId }: z.output<typeof legalOfCustomer>,
): Promise<view.LegalCoverage> {
  const customer = await db.selectFrom("customers").select("id").where("id", "=", customerId).executeTakeFirst();
  if (!customer) throw notFound();
  const rows = await db
    .selectFrom("websites")
    .select(["id", "title as label", "legalState"])
    .where("customerId", "=", customerId)
    .where("archivedAt", "is", null)
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
  const of = (state: view.LegalState | null): view.SomeWebsites => {
    const some = rows.filter(({ legalState }) => legalState === state);
    return { count: some.length, first: some.slice(0, namedOfWebsites).map(({ id, label }) => ({ id, label })) };
  };
  return { websites: rows.length, unchecked: of("unchecked"), unseen: of(null) };
}

/** The ids of what is open and accepted at websites, the worst first. */
export async function listForExport({ db }: RecordContext, websiteIds: readonly string[]): Promise<string[]> {
  const asked: Asked = { states: ["open", "accepted"], websiteIds, withArchived: true };
  const { rows } = await sql<{ id: string }>`
    select f.id from ${findings} where ${conditionOf(asked)} order by ${worstFirst}, f.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Findings in the order of their ids; what is there no longer is left out. */
export async function readFindingsById(ctx: RecordContext, ids: readonly string[]): Promise<view.LegalFinding[]> {
  const { rows } = await selectFindings(sql`f.id in ${stringsOf(JSON.stringify(ids))}`).execute(ctx.db);
  const found = new Map(rows.map((row) => [row.id, toFinding(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

interface Asked {
  states: readonly view.LegalFindingState[];
  websiteId?: string | undefined;
  websiteIds?: readonly string[];
  customerId?: string | undefined;
  level?: view.LegalLevel | undefined;
  group?: view.LegalGroup | undefined;
  rule?: string | undefined;
  /** Also of websites in the archive. */
  withArchived?: true;
}

interface Row {
  id: string;
  websiteId: string;
  title: string;
  customerId: string | null;
  customer: string | null;
  rule: string;
  part: string;
  level: view.LegalLevel;
  text: string;
  pageUrl: string;
  evidenceJson: string;
  firstSeenAt: string;
  lastSeenAt: string;
  goneAt: string | null;
  acceptedAt: string | null;
  acceptedBy: string | null;
  acceptedReason: string | null;
}

const conditions = {
  open: sql`(f.gone_at is null and f.accepted_at is null)`,
  accepted: sql`(f.gone_at is null and f.accepted_at is not null)`,
  gone: sql`(f.gone_at is not null)`,
};

const findings = sql`legal_findings as f inner join websites as w on w.id = f.website_id`;

function conditionOf({
  states,
  websiteId,
  websiteIds,
  customerId,
  level,
  group,
  rule,
  withArchived,
}: Asked): RawBuilder<SqlBool> {
  const known = legalRules.filter((rule) => group === undefined || rule.group === group).map(({ id }) => id);
  const where = [
    sql<SqlBool>`(${sql.join(
      states.map((state) => conditions[state]),
      sql` or `,
    )})`,
    sql<SqlBool>`f.rule in ${stringsOf(JSON.stringify(known))}`,
    ...(withArchived ? [] : [sql<SqlBool>`w.archived_at is null`]),
    ...(websiteId ? [sql<SqlBool>`f.website_id = ${websiteId}`] : []),
    ...(websiteIds ? [sql<SqlBool>`f.website_id in ${stringsOf(JSON.stringify(websiteIds))}`] : []),
    ...(customerId ? [sql<SqlBool>`w.customer_id = ${customerId}`] : []),
    ...(level ? [sql<SqlBool>`f.level = ${level}`] : []),
    ...(rule ? [sql<SqlBool>`f.rule = ${rule}`] : []),
  ];
  return sql.join(where, sql` and `);
}

const worstFirst = sql`
  case f.level when 'bad' then 0 when 'warn' then 1 else 2 end, f.first_seen_at desc, w.title, f.rule, f.part`;

const selectFindings = (condition: RawBuilder<SqlBool>) => sql<Row>`
  select f.*, w.title, w.customer_id, k.title as customer, u.name as accepted_by
  from ${findings} left join customers as k on k.id = w.customer_id left join users as u on u.id = f.accepted_by_id
  where ${condition}`;

async function readFindings(
  { db }: Pick<RecordContext, "db">,
  { limit, offset, ...asked }: Asked & { limit: number; offset: number },
): Promise<view.LegalFinding[]> {
  const { rows } = await sql<Row>`
    ${selectFindings(conditionOf(asked))} order by ${worstFirst}, f.id limit ${limit} offset ${offset}`.execute(db);
  return rows.flatMap((row) => toFinding(row) ?? []);
}

/** How many there are, whichever page of them is read. */
async function countFindings({ db }: Pick<RecordContext, "db">, asked: Asked): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${findings} where ${conditionOf(asked)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

function toFinding(row: Row): view.LegalFinding | undefined {
  const rule = legalRuleOf(row.rule);
  if (!rule) return undefined;
  const { id, part, level, text, pageUrl, acceptedAt, acceptedBy: by, acceptedReason, goneAt } = row;
  return {
    id,
    part,
    level,
    text,
    pageUrl,
    rule: toInfo(rule),
    evidence: JSON.parse(row.evidenceJson),
    website: { id: row.websiteId, label: row.title },
    customer: row.customerId ? { id: row.customerId, label: row.customer ?? "" } : null,
    state: goneAt ? "gone" : acceptedAt ? "accepted" : "open",
    firstSeenAt: new Date(row.firstSeenAt),
    lastSeenAt: new Date(row.lastSeenAt),
    goneAt: toDate(goneAt),
    accepted: acceptedAt ? { at: new Date(acceptedAt), by, reason: acceptedReason ?? "" } : null,
  };
}

const toInfo = ({ id, group, title, source, advice }: LegalRule): view.LegalRuleInfo => ({
  id,
  group,
  title,
  source,
  advice,
});

function toRules(states: Record<string, Pick<view.LegalRuleResult, "state" | "reason">>): view.LegalRuleResult[] {
  return legalRules.flatMap((rule) => {
    const result = states[rule.id];
    return result ? [{ ...toInfo(rule), ...result }] : [];
  });
}

type RunRow = Omit<LegalRunTable, "websiteId" | "rulesJson" | "recordJson" | "picture">;

function toRun({ id, at, uncheckable, withoutBrowser, bad, warn, info, figuresJson }: RunRow): view.LegalRun {
  return { id, at: new Date(at), uncheckable, withoutBrowser, bad, warn, info, figures: JSON.parse(figuresJson) };
}

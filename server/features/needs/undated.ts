import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClaimSubjectType } from "../../../contract/claims/claims.ts";
import type { Whose } from "../../../contract/dashboard/dashboard.ts";
import type { Need, NeedAct, NeedSourceName } from "../../../contract/dashboard/needs.ts";
import { type NeedKind, slaOf } from "../../../contract/dashboard/rank.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { readerOf } from "../../db/reading-thread.ts";
import { prepareForReader, type Reader } from "../../records/readable.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { claimsOf } from "../claims/claims.ts";
import type { NeedSource } from "./sources.ts";

/** One row of what a source without dates has found. */
export interface Found {
  id: string;
  title: string;
  sla: string | null;
  /** Since when it has been so, or how often: what its note is made of. */
  detail: string | number | null;
}

interface UndatedSource {
  name: NeedSourceName & NeedKind;
  /** With what its rows end, for this person. */
  act: NeedAct | ((ctx: PersonContext) => NeedAct);
  /** Whether the person is told of it at all. */
  isFor?(ctx: PersonContext): boolean;
  /**
   * SQL of rows `id title sla detail responsible_user_id is_mine`: everything that it asks for now, of what the person may
   * read. `is_mine` holds where the person has to act though nobody is named.
   */
  found(reader: Reader, ...values: readonly string[]): RawBuilder<unknown>;
  /** What else that SQL is told, always as many: it is made once, for every day. */
  values?(ctx: PersonContext, today: string): readonly string[];
  describe(found: Found, today: string): Pick<Need, "note" | "href"> & { title?: string; actHref?: string };
  /** What is looked through for it: where one of them is large, in the reading thread. */
  tables: readonly string[];
  claimedAs?: ClaimSubjectType;
}

interface Row extends Found {
  responsibleUserId: string | null;
  responsibleName: string | null;
}

/** A source of what has no date, told of by one query. */
export function undatedSource({
  name,
  act,
  isFor,
  found,
  values = () => [],
  describe,
  tables,
  claimedAs,
}: UndatedSource): NeedSource {
  const left = (reader: Reader, today: string, given: readonly string[]) => {
    const snoozed = sql`select 1 from need_snoozes as s
      where s.user_id = ${reader.id} and s.source = ${name} and s.subject_id = n.id and s.until > ${today}`;
    return sql`(select * from (${found(reader, ...given)}) as n where not exists (${snoozed})) as n`;
  };
  const isMine = ({ id }: Reader) =>
    sql<SqlBool>`(n.responsible_user_id is not null and n.responsible_user_id = ${id} or n.is_mine = 1)`;
  const isTeams = sql<SqlBool>`(n.responsible_user_id is null)`;
  const count = prepareForReader(
    (_, reader, today: string, ...given: readonly string[]) => sql<Record<Whose, number | null>>`
      select count(case when ${isMine(reader)} then 1 end) as mine, count(case when ${isTeams} then 1 end) as team, count(*) as "all"
      from ${left(reader, today, given)}`,
  );
  const select = (condition: (reader: Reader) => RawBuilder<SqlBool>) =>
    prepareForReader(
      (_, reader, limit: number, today: string, ...given: readonly string[]) => sql<Row>`
        select n.*, responsible.name as responsible_name from ${left(reader, today, given)}
          left join users as responsible on responsible.id = n.responsible_user_id
        where ${condition(reader)}
        order by case n.sla when 'premium' then 0 when 'standard' then 1 else 2 end, n.title, n.id
        limit ${limit}`,
    );
  const rowsOf = { mine: select(isMine), team: select(() => isTeams), all: select(() => sql<SqlBool>`1 = 1`) };
  const toNeed = (row: Row, ctx: PersonContext): Need => {
    const today = portalDate(ctx.now());
    const { id, title, sla, responsibleUserId, responsibleName } = row;
    return {
      source: name,
      id,
      kind: name,
      title,
      ...describe(row, today),
      dueOn: null,
      days: null,
      sla: slaOf(sla),
      responsible: responsibleUserId ? { id: responsibleUserId, label: responsibleName ?? "" } : null,
      claim: null,
      claimable: claimedAs ? { type: claimedAs, id } : null,
      act: typeof act === "function" ? act(ctx) : act,
    };
  };
  return {
    name,
    async open(ctx, { today }) {
      if (isFor && !isFor(ctx)) return { summary: { mine: none, team: none, all: none }, read: async () => [] };
      const reader = await readerOfAll(ctx.db, tables);
      const given = values(ctx, today);
      const [counted] = await count(reader, ctx.person, today, ...given);
      const { mine, team, all } = counted ?? { mine: 0, team: 0, all: 0 };
      const summary = { mine: undated(mine), team: undated(team), all: undated(all) };
      return {
        summary,
        async read(whose, limit) {
          if (summary[whose].total === 0) return [];
          const rows = await rowsOf[whose](reader, ctx.person, limit, today, ...given);
          const claims = claimedAs
            ? await claimsOf(
                ctx.db,
                claimedAs,
                rows.map(({ id }) => id),
                ctx.now(),
              )
            : undefined;
          return rows.map((row) => ({ ...toNeed(row, ctx), claim: claims?.get(row.id) ?? null }));
        },
      };
    },
    async has(ctx, id) {
      if (isFor && !isFor(ctx)) return false;
      const { rows } = await sql`
        select 1 from (${found(ctx.person, ...values(ctx, portalDate(ctx.now())))}) as n where n.id = ${id}`.execute(
        ctx.db,
      );
      return rows.length > 0;
    },
  };
}

/** The dashboard asks each source: a hop to the thread costs it more than looking through a small table. */
async function readerOfAll(db: Db, tables: readonly string[]): Promise<Db> {
  const readers = await Promise.all(tables.map((table) => readerOf(db, table)));
  return readers.find((reader) => reader !== db) ?? db;
}

const undated = (total: number | null) => ({ total: total ?? 0, overdue: 0, soon: 0, soonUntil: null });
const none = undated(0);

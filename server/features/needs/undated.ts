import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClaimSubjectType } from "../../../contract/claims/claims.ts";
import type { Whose } from "../../../contract/dashboard/dashboard.ts";
import type { Need, NeedAct, NeedSourceName } from "../../../contract/dashboard/needs.ts";
import { type NeedKind, slaOf } from "../../../contract/dashboard/rank.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { readerOf } from "../../db/reading-thread.ts";
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
  found(ctx: PersonContext, today: string): RawBuilder<unknown>;
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
export function undatedSource({ name, act, isFor, found, describe, tables, claimedAs }: UndatedSource): NeedSource {
  const left = (ctx: PersonContext, today: string) => {
    const snoozed = sql`select 1 from need_snoozes as s
      where s.user_id = ${ctx.person.id} and s.source = ${name} and s.subject_id = n.id and s.until > ${today}`;
    return sql`(select * from (${found(ctx, today)}) as n where not exists (${snoozed})) as n`;
  };
  const isMine = ({ person }: PersonContext) =>
    sql<SqlBool>`(n.responsible_user_id is not null and n.responsible_user_id = ${person.id} or n.is_mine = 1)`;
  const isTeams = sql<SqlBool>`(n.responsible_user_id is null)`;
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
      const { rows } = await sql<{ mine: number | null; team: number | null; total: number }>`
        select count(case when ${isMine(ctx)} then 1 end) as mine, count(case when ${isTeams} then 1 end) as team, count(*) as total
        from ${left(ctx, today)}`.execute(reader);
      const { mine, team, total } = rows[0] ?? { mine: 0, team: 0, total: 0 };
      const summary = { mine: undated(mine), team: undated(team), all: undated(total) };
      return {
        summary,
        async read(whose, limit) {
          if (summary[whose].total === 0) return [];
          const conditions: Record<Whose, RawBuilder<SqlBool>> = {
            mine: isMine(ctx),
            team: isTeams,
            all: sql<SqlBool>`1 = 1`,
          };
          const { rows } = await sql<Row>`
            select n.*, responsible.name as responsible_name from ${left(ctx, today)}
              left join users as responsible on responsible.id = n.responsible_user_id
            where ${conditions[whose]}
            order by case n.sla when 'premium' then 0 when 'standard' then 1 else 2 end, n.title, n.id
            limit ${limit}`.execute(reader);
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
        select 1 from (${found(ctx, portalDate(ctx.now()))}) as n where n.id = ${id}`.execute(ctx.db);
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

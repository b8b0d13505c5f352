import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { Deadline } from "../../../contract/dashboard/dashboard.ts";
import type { nextDeadlines as ofWebsite } from "../../../contract/dashboard/dashboard-input.ts";
import type { DeadlineRow } from "../../../contract/deadlines/deadline-rows.ts";
import { addDays, portalDate } from "../../../contract/time/today.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readRows } from "../deadlines/rows.ts";
import { dueBy } from "../deadlines/visible.ts";

/** How far ahead the page of a website looks, and how many dates it names. */
const nextDays = 400;
const maxNext = 5;

/** The next dates of a website, its domains, hosts and contracts, those that are over and still ask first. */
export async function listNextOf(ctx: PersonContext, { websiteId }: z.infer<typeof ofWebsite>): Promise<Deadline[]> {
  const today = portalDate(ctx.now());
  const where = sql<SqlBool>`${dueBy({ today, to: addDays(today, nextDays) })} and ((d.target_type = 'website' and d.target_id = ${websiteId})
    or (d.target_type = 'domain' and d.target_id in (
      select domain_id from website_domains where website_id = ${websiteId}))
    or (d.target_type = 'host' and d.target_id in (
      select host_id from website_hosts where website_id = ${websiteId}))
    or (d.target_type = 'contract' and d.target_id in (
      select contract_id from contract_items where website_id = ${websiteId} and archived_at is null)))`;
  return (await readRows(ctx, { where, limit: maxNext })).map((row) => toDeadline(row, ctx));
}

/** A deadline with whom a reminder would reach, and what there is to decide. */
export function toDeadline(row: DeadlineRow, { person }: PersonContext): Deadline {
  const { id, label, target, responsible, targetVersion } = row;
  const reminded = responsible?.isActive && responsible.id !== person.id ? responsible : null;
  return {
    ...row,
    record: target ?? { type: "deadline", id, label },
    ...(target !== null && row.actions.includes("decide") && targetVersion !== null && { toDecide: targetVersion }),
    toRemind: reminded && { id: reminded.id, label: reminded.label },
  };
}

import { sql } from "kysely";
import { daysBetween } from "../../../contract/deadlines/deadlines.ts";
import { formatCalendarDate } from "../../../contract/time/calendar-date.ts";
import { addDays } from "../../../contract/time/today.ts";
import type { NeedSource } from "../needs/sources.ts";
import { undatedSource } from "../needs/undated.ts";

/** Twice the days that may pass until the next backup; days are all that is noted of the last one. */
const patience = { hourly: 2, daily: 2, weekly: 14, monthly: 62 } as const;

/** For each cadence, the first day whose backup is not too old yet. */
const oldestDays = (today: string) => Object.values(patience).map((days) => addDays(today, -days));

/** That day by the cadence of a host `h`. */
const oldest = (days: readonly string[]) => {
  const cases = Object.keys(patience).map((cadence, index) => sql`when ${cadence} then ${days[index]}`);
  return sql`case h.backup_cadence ${sql.join(cases, sql` `)} end`;
};

const lastBackup = sql`coalesce(w.backup_last_at, max(h.backup_last_ok_at))`;

/** Websites `w` of customers `c` whose last backup is too old by the most frequent cadence of their hosts. */
const overdueWebsites = (days: readonly string[]) => sql`websites as w
    join website_hosts as l on l.website_id = w.id
    join hosts as h on h.id = l.host_id and h.archived_at is null and h.backup_cadence is not null
    left join customers as c on c.id = w.customer_id
  where w.archived_at is null and w.lifecycle <> 'shutDown'
  group by w.id, c.id
  having ${lastBackup} < max(${oldest(days)})`;

/**
 * Websites whose last backup is older than twice the cadence of their host. A website without a note of its own has what
 * its host has; where neither a cadence nor a backup was ever noted, nothing is known and nothing is asked.
 */
export const backupNeeds: NeedSource = undatedSource({
  name: "backup",
  tables: ["websites"],
  act: "check",
  values: (_, today) => oldestDays(today),
  found: (_, ...days) => sql`select w.id, w.title, coalesce(w.sla_level, c.sla_level) as sla, ${lastBackup} as detail,
      coalesce(w.responsible_user_id, c.responsible_user_id) as responsible_user_id, 0 as is_mine
    from ${overdueWebsites(days)}`,
  describe: ({ id, detail }) => ({
    note: `Letztes Backup am ${formatCalendarDate(String(detail))}, älter als zweimal der Rhythmus`,
    href: `/websites/${id}`,
    actHref: `/websites/${id}`,
  }),
});

/**
 * Hosts whose own last backup is too old, such as those of mail or databases. Where a website that knows of its backups
 * through its hosts alone asks already, none of these hosts does: nobody is asked twice.
 */
export const hostBackupNeeds: NeedSource = undatedSource({
  name: "hostBackup",
  tables: ["hosts"],
  act: "check",
  values: (_, today) => oldestDays(today),
  found: (_, ...days) => sql`select h.id, h.title, c.sla_level as sla, h.backup_last_ok_at as detail,
      coalesce(h.responsible_user_id, c.responsible_user_id) as responsible_user_id, 0 as is_mine
    from hosts as h left join customers as c on c.id = h.customer_id
    where h.archived_at is null and h.backup_last_ok_at < ${oldest(days)}
      and h.id not in (
        select host_id from website_hosts
        where website_id in (select w.id from ${overdueWebsites(days)} and w.backup_last_at is null)
      )`,
  describe: ({ id, title, detail }, today) => {
    const days = daysBetween(String(detail), today);
    return {
      note: `Letztes Backup von ${title} ist ${days} Tage alt`,
      href: `/hosts/${id}`,
      actHref: `/hosts/${id}`,
    };
  },
});

import { sql } from "kysely";
import { busyStates } from "../../../contract/imports/imports.ts";
import { isMailConfigured } from "../../../contract/settings/mail.ts";
import type { QueueKey } from "../../../contract/system/lights.ts";
import { isOpen } from "../../jobs/deliveries.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { startedKinds } from "../lookups/started.ts";
import { unreadFiles } from "../wiki/transfer/attachment-texts.ts";

export interface QueueFigures {
  waiting: number;
  /** How long the oldest of it has waited. */
  oldestMs: number;
}

interface Counted {
  waiting: number | string;
  oldest: string | null;
}

/**
 * What waits to leave or to be worked off. What is switched off does nothing by intent, so its work does not count: of
 * deliveries those of a closed webhook or channel, of mails all while no mail server is set up, and of what is asked of
 * others the kinds that nobody was started for, which without monitoring are all.
 */
export async function readQueueFigures({
  db,
  now,
  checks,
  browser,
}: Pick<Services, "db" | "now" | "checks" | "browser">): Promise<Record<QueueKey, QueueFigures>> {
  const at = now();
  const due = at.toISOString();
  const one = async (statement: ReturnType<typeof sql<Counted>>): Promise<QueueFigures> => {
    const [{ waiting, oldest } = { waiting: 0, oldest: null }] = (await statement.execute(db)).rows;
    return { waiting: Number(waiting), oldestMs: oldest ? Math.max(0, at.getTime() - Date.parse(oldest)) : 0 };
  };
  const none: QueueFigures = { waiting: 0, oldestMs: 0 };
  const asked = startedKinds(db);
  const sendsMail = isMailConfigured(await readSettings(db, "mail"));
  const { takesPreviews } = await readSettings(db, "monitoring");
  const takesPictures = checks.isOn && takesPreviews && !browser.off();
  const [mail, webhooks, channels, lookups, discoveries, previews, imports, attachmentTexts] = await Promise.all([
    sendsMail
      ? one(sql`select count(*) as waiting, min(created_at) as oldest from mails where state in ('queued', 'sending')`)
      : none,
    one(
      sql`select count(*) as waiting, min(created_at) as oldest from webhook_deliveries
        where state = 'queued' and ${isOpen.webhookDeliveries}`,
    ),
    one(
      sql`select count(*) as waiting, min(created_at) as oldest from channel_deliveries
        where state = 'queued' and ${isOpen.channelDeliveries}`,
    ),
    asked.length > 0
      ? one(
          sql`select count(*) as waiting, min(due_at) as oldest from lookups
            where due_at <= ${due} and kind in (${sql.join([...asked])})`,
        )
      : none,
    one(
      sql`select count(*) as waiting, min(d.created_at) as oldest from discovery_addresses as a
        join discoveries as d on d.id = a.discovery_id where a.state = 'waiting'`,
    ),
    takesPictures
      ? one(
          sql`select count(*) as waiting, min(p.due_at) as oldest from previews as p join websites as w on w.id = p.website_id
            where p.due_at <= ${due} and w.archived_at is null and (p.asked_at is not null or w.lifecycle = 'live')`,
        )
      : none,
    one(
      sql`select count(*) as waiting, min(case when state = 'running' then started_at end) as oldest from imports
        where state in (${sql.join([...busyStates])})`,
    ),
    one(
      sql`select count(*) as waiting, min(created_at) as oldest from (${unreadFiles(db).select("files.createdAt")}) as unread`,
    ),
  ]);
  return { mail, webhooks, channels, lookups, discoveries, previews, imports, attachmentTexts };
}

import type { z } from "zod";
import type { AuditEntry, AuditFilter, listAudit as input } from "../../../contract/audit-log/audit-log.ts";
import { changeFieldLabel, settingPages } from "../../../contract/changes/change-fields.ts";
import { changeLabel } from "../../../contract/changes/change-labels.ts";
import { jobLabels } from "../../../contract/jobs/jobs.ts";
import { isOneOf, parseOwnJson } from "../../../contract/narrowing.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import { declarationOf } from "../../../contract/records/declarations.ts";
import { type RecordType, recordTypes } from "../../../contract/records/record-types.ts";
import { portalMoment } from "../../../contract/time/portal-time.ts";
import { addDays } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { dynamic } from "../../records/conditions/dynamic.ts";
import { isOpen, type Reader, readableBy } from "../../records/readable.ts";
import { tableOf } from "../../records/tables.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { readableTasks } from "../tasks/access.ts";

type Ctx = Pick<PersonContext, "db" | "person">;

/** The audit log, newest first. Names of records stay hidden where the reader may not read them. */
export async function listAudit(ctx: Ctx, { where, page, limit }: z.output<typeof input>): Promise<Page<AuditEntry>> {
  const { total } = await matching(ctx.db, where)
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  return toPage(await readEntries(ctx, where, { limit, offset: (page - 1) * limit }), Number(total), limit);
}

interface Stretch {
  limit: number;
  offset?: number;
  /** Goes on behind this entry, whatever has been added since. */
  after?: Pick<AuditEntry, "at" | "id"> | undefined;
}

/** A stretch of it. */
export async function readEntries(
  ctx: Ctx,
  where: AuditFilter,
  { limit, offset = 0, after }: Stretch,
): Promise<AuditEntry[]> {
  const rows = await matching(ctx.db, where)
    .$if(after !== undefined, (query) =>
      query.where((eb) => {
        const at = after?.at.toISOString() ?? "";
        return eb.or([eb("at", "<", at), eb.and([eb("at", "=", at), eb("changes.id", "<", after?.id ?? "")])]);
      }),
    )
    .leftJoin("users", "users.id", "changes.actorId")
    .select(["changes.id", "kind", "subjectType", "subjectId", "actorId", "beforeJson", "afterJson", "at"])
    .select("users.name as actorName")
    .orderBy("at", "desc")
    .orderBy("changes.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const titles = await readTitles(ctx, rows);
  return rows.map(({ id, kind, subjectType: type, subjectId, actorId, actorName, beforeJson, afterJson, at }) => {
    const title = titles.get(`${type}:${subjectId}`) ?? keptName(type, afterJson ?? beforeJson);
    // Of what is restricted, that something was done is known to all who read the log, and to what it was to none.
    const mayBeRestricted = type === "task" || (isRecordType(type) && !isOpen(type));
    const subject = title === null && mayBeRestricted ? "" : subjectId;
    return {
      id,
      kind,
      label: changeLabel(kind),
      at: new Date(at),
      actor: actorId && actorName ? { id: actorId, name: actorName } : null,
      subject: { type, id: subject, title, href: title === null ? null : hrefOf(type, subjectId) },
      fields: fieldsOf(type, beforeJson, afterJson),
    };
  });
}

function matching(db: Db, { actorId, area, from, to }: AuditFilter) {
  let query = db.selectFrom("changes");
  if (actorId) query = query.where("actorId", "=", actorId);
  if (area) query = query.where("kind", "like", `${area.replace(/[%_\\]/g, "")}.%` as never);
  if (from) query = query.where("at", ">=", portalMoment(from, "00:00").toISOString());
  if (to) query = query.where("at", "<", portalMoment(addDays(to, 1), "00:00").toISOString());
  return query;
}

const isRecordType = (type: string): type is RecordType => isOneOf(recordTypes, type);

async function readTitles(
  { db, person }: Ctx,
  rows: readonly { subjectType: string; subjectId: string }[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [type, group] of Map.groupBy(rows, ({ subjectType }) => subjectType)) {
    const ids = [...new Set(group.map(({ subjectId }) => subjectId))];
    for (const { id, title } of await titlesOf(db, person, type, ids)) titles.set(`${type}:${id}`, title);
  }
  return titles;
}

async function titlesOf(db: Db, reader: Reader, type: string, ids: readonly string[]) {
  if (type === "user") return db.selectFrom("users").select(["id", "name as title"]).where("id", "in", ids).execute();
  if (type === "setting") return ids.map((id) => ({ id, title: settingPageOf(id)?.title ?? id }));
  if (type === "job") return ids.map((id) => ({ id, title: jobLabels[id] ?? id }));
  if (type === "task")
    return db.selectFrom("tasks").select(["id", "title"]).where("id", "in", ids).where(readableTasks(reader)).execute();
  if (!isRecordType(type)) return [];
  let query = dynamic(db)
    .selectFrom(`${tableOf(type)} as record`)
    .select(["record.id", "record.title"])
    .where("record.id", "in", ids);
  const readable = readableBy(type, reader);
  if (readable) query = query.where(readable);
  return await query.execute();
}

const settingPageOf = (section: string) => (settingPages as Record<string, { title: string; href: string }>)[section];

function hrefOf(type: string, id: string): string | null {
  if (type === "user") return `/users/${id}`;
  if (type === "setting") return settingPageOf(id)?.href ?? null;
  if (type === "backupTarget") return settingPages.backup.href;
  if (type === "job") return "/settings/tasks";
  if (type === "task") return `/tasks?task=${id}`;
  if (type === "taskTemplate") return "/settings/templates";
  if (type === "webhook" || type === "apiToken") return "/settings/api";
  if (type === "channel" || type === "channelRule") return "/settings/channels";
  if (type === "registrarConnection") return "/settings/registrars";
  if (type === "vantagePoint") return "/settings/vantage-points";
  const path = isRecordType(type) ? declarationOf(type).path : undefined;
  return path ? `${path}/${id}` : null;
}

const namedTypes = ["apiToken", "webhook", "channel", "calendarFeed", "heartbeat", "vantagePoint", "backupTarget"];

/** What a thing was called that may be gone by now; only of things that are no secret to whoever reads the audit log. */
function keptName(type: string, json: string | null): string | null {
  if (json === null || !namedTypes.includes(type)) return null;
  const { name, url } = parseOwnJson<{ name?: unknown; url?: unknown }>(json);
  const found = name ?? url;
  return typeof found === "string" ? found : null;
}

/** The names of what is different now; of what was made or removed, all of them. */
function fieldsOf(type: string, beforeJson: string | null, afterJson: string | null): string[] {
  const [before, after] = [beforeJson, afterJson].map(
    (json): Record<string, unknown> => (json ? JSON.parse(json) : {}),
  );
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const fields = isRecordType(type) ? declarationOf(type).fields : {};
  return [...names]
    .filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
    .flatMap((name) => fields[name]?.label ?? changeFieldLabel(name) ?? []);
}

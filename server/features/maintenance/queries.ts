import type { z } from "zod";
import { type MaintenanceWindow, maxTargets } from "../../../contract/maintenance/maintenance.ts";
import type * as contract from "../../../contract/maintenance/maintenance-input.ts";
import { type Page, toPage } from "../../../contract/pagination.ts";
import type { Ref } from "../../../contract/records/fields.ts";
import type { MaintenanceWindowTable } from "../../db/tables/incidents.ts";
import { notFound, Problem } from "../../problem.ts";
import { selectedIds } from "../../records/bulk.ts";
import { storeOf } from "../../records/registry.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { presentOrNext } from "./occurrences.ts";

type Ctx = Pick<PersonContext, "db" | "now">;

/** The windows that run or are to come, the next first; or those that are over, the last first. */
export async function listMaintenance(
  ctx: Ctx,
  { view, page, limit }: z.output<typeof contract.listMaintenance>,
): Promise<Page<MaintenanceWindow>> {
  const at = ctx.now().toISOString();
  const matching = ctx.db.selectFrom("maintenanceWindows as m").where("m.overAt", view === "past" ? "<=" : ">", at);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await withPeople(matching)
    .orderBy("m.startsAt", view === "past" ? "desc" : "asc")
    .orderBy("m.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const names = await readNames(ctx, rows);
  return toPage(
    rows.map((row) => toWindow(row, names, ctx.now())),
    Number(total),
    limit,
  );
}

/** One window. Throws not_found. */
export async function getMaintenance(ctx: Ctx, { id }: { id: string }): Promise<MaintenanceWindow> {
  const row = await withPeople(ctx.db.selectFrom("maintenanceWindows as m").where("m.id", "=", id)).executeTakeFirst();
  if (!row) throw notFound();
  return toWindow(row, await readNames(ctx, [row]), ctx.now());
}

/** What a list has selected, by name and as far as it is there. Refuses more than a window can name, and nothing at all. */
export async function selectTargets(
  ctx: PersonContext,
  { type, selection }: z.output<typeof contract.selectTargets>,
): Promise<Ref[]> {
  const ids = await selectedIds(storeOf(type), ctx, selection);
  if (ids.length > maxTargets)
    throw new Problem("precondition", {
      message: `Eine Wartung nennt höchstens ${maxTargets} Einträge, ausgewählt sind ${ids.length}. Plane sie für Kunden, Hoster oder alles.`,
    });
  const found = await ctx.db
    .selectFrom(type === "host" ? "hosts" : "websites")
    .select(["id", "title as label"])
    .where("id", "in", ids)
    .where("archivedAt", "is", null)
    .orderBy("sortTitle")
    .orderBy("id")
    .execute();
  if (found.length === 0)
    throw new Problem("precondition", { message: "Davon lässt sich nichts warten: archiviert oder nicht mehr da." });
  return found;
}

const withPeople = (query: ReturnType<typeof from>) =>
  query
    .leftJoin("users as u", "u.id", "m.createdById")
    .select(["m.id", "m.title", "m.scopeType", "m.scopeIds", "m.startsAt", "m.endsAt", "m.rrule", "m.isSilent"])
    .select(["m.overAt", "m.version", "u.id as userId", "u.name"]);

const from = (db: Ctx["db"]) => db.selectFrom("maintenanceWindows as m");

interface Row
  extends Pick<
    MaintenanceWindowTable,
    "id" | "title" | "scopeType" | "scopeIds" | "startsAt" | "endsAt" | "rrule" | "overAt"
  > {
  isSilent: 0 | 1;
  version: number;
  userId: string | null;
  name: string | null;
}

async function readNames({ db }: Ctx, rows: readonly Row[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [scope, table] of [
    ["customer", "customers"],
    ["host", "hosts"],
    ["website", "websites"],
  ] as const) {
    const ids = rows.filter(({ scopeType }) => scopeType === scope).flatMap(({ scopeIds }) => idsOf(scopeIds));
    if (ids.length === 0) continue;
    const found = await db.selectFrom(table).select(["id", "title"]).where("id", "in", ids).execute();
    for (const { id, title } of found) names.set(id, title);
  }
  return names;
}

const idsOf = (json: string): string[] => JSON.parse(json);

function toWindow(row: Row, names: ReadonlyMap<string, string>, now: Date): MaintenanceWindow {
  const { id, title, scopeType, scopeIds, startsAt, endsAt, rrule, isSilent, overAt, version, userId, name } = row;
  const span = new Date(overAt) > now ? presentOrNext(row, now) : undefined;
  return {
    id,
    title,
    scope: scopeType,
    rrule,
    isSilent: isSilent === 1,
    version,
    targets: idsOf(scopeIds).flatMap((each): Ref[] =>
      names.has(each) ? [{ id: each, label: names.get(each) ?? "" }] : [],
    ),
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    next: span ?? null,
    isRunning: span !== undefined && span.from <= now,
    createdBy: userId && name ? { id: userId, label: name } : null,
  };
}

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type WholeExport, wholeExportMs } from "../../../../contract/privacy/whole-export.ts";
import type { Role } from "../../../../contract/roles.ts";
import { hasAbility } from "../../../../contract/roles.ts";
import type { Db } from "../../../db/connection.ts";
import { newId } from "../../../db/new-id.ts";
import { toDate } from "../../../db/to-date.ts";
import { systemContext, transact } from "../../../db/transact.ts";
import { labelLeases } from "../../../nodes/lease-labels.ts";
import { giveUpLease, LeaseLost, mustHoldLease, takeLease } from "../../../nodes/leases.ts";
import { notify } from "../../../notifications/notify.ts";
import { notFound, Problem } from "../../../problem.ts";
import type { PersonContext, Services } from "../../../trpc/context.ts";
import { zipStream } from "../../wiki/formats/zip-stream.ts";
import { openWholeArchive } from "./archive.ts";

const running = new Map<string, Promise<void>>();

/** Begins an export of everything; one at a time. */
export async function startWholeExport(ctx: PersonContext): Promise<{ id: string }> {
  const id = await transact(ctx, async (tx) => {
    const other = await tx.db.selectFrom("wholeExports").select("id").where("state", "=", "running").executeTakeFirst();
    if (other) throw new Problem("precondition", { message: "Es läuft schon ein Export." });
    const row = { id: newId(), state: "running" as const, createdAt: ctx.now().toISOString(), finishedAt: null };
    await tx.db
      .insertInto("wholeExports")
      .values({ ...row, size: null, startedById: ctx.person.id })
      .execute();
    await tx.record({ kind: "setting.whole-exported", subject: { type: "setting", id: "privacy" } });
    return row.id;
  });
  begin(ctx, id);
  return { id };
}

function begin(services: Services, id: string): void {
  if (running.has(id)) return;
  const work = runOnce(services, id).finally(() => running.delete(id));
  running.set(id, work);
}

labelLeases("export", () => "Export von allem");

/** Of several nodes one makes an export; when it dies, the next round of the job begins anew elsewhere. */
async function runOnce(services: Services, id: string): Promise<void> {
  const { db, log } = services;
  const lease = await takeLease(services, `export:${id}`);
  if (!lease) return;
  const fenced: Services = { ...services, fence: (tx) => mustHoldLease(tx, lease) };
  try {
    await run(fenced, id).catch(async (err: unknown) => {
      log.error({ err }, "the export of everything failed");
      await end(fenced, id, { state: "failed", size: null });
    });
  } catch (err) {
    if (!(err instanceof LeaseLost)) throw err;
  } finally {
    await giveUpLease(db, lease);
  }
}

/** Begins anew what a stop has interrupted, and removes archives whose day is over. */
export async function tendWholeExports(services: Services): Promise<void> {
  const { db, now, uploads } = services;
  const open = await db.selectFrom("wholeExports").select("id").where("state", "=", "running").execute();
  for (const { id } of open) begin(services, id);
  const before = new Date(now().getTime() - wholeExportMs);
  const old = await db
    .selectFrom("wholeExports")
    .select("id")
    .where("state", "!=", "running")
    .where("finishedAt", "<", before.toISOString())
    .execute();
  for (const { id } of old) {
    await uploads.archives.remove(id);
    await db.deleteFrom("wholeExports").where("id", "=", id).execute();
  }
  // Last, since not every store can list them.
  if (old.length > 0) await uploads.archives.removeUnfinished(before);
}

/** Resolves when nothing is being exported any more; for tests. */
export async function drainWholeExports(): Promise<void> {
  await Promise.all(running.values());
}

async function run(services: Services, id: string): Promise<void> {
  const { db, live, now, uploads } = services;
  const row = await db
    .selectFrom("wholeExports")
    .innerJoin("users", "users.id", "wholeExports.startedById")
    .select(["users.id", "users.name", "users.role", "users.deactivatedAt"])
    .where("wholeExports.id", "=", id)
    .where("wholeExports.state", "=", "running")
    .executeTakeFirst();
  if (!row) return;
  const person = { id: row.id, name: row.name, role: row.role as Role };
  if (row.deactivatedAt || !hasAbility(person.role, "manageSettings"))
    return end(services, id, { state: "failed", size: null });
  const publish = (signals: Parameters<typeof live.publish>[0]) => void live.publish(signals);
  const ctx = { ...services, person, actorId: person.id, publish };
  const archive = await openWholeArchive(ctx);
  await db.updateTable("wholeExports").set({ total: archive.total, done: 0 }).where("id", "=", id).execute();

  async function* counted() {
    let done = 0;
    for await (const file of archive.files) {
      yield file;
      done += 1;
      if (done % 10 === 0) await db.updateTable("wholeExports").set({ done }).where("id", "=", id).execute();
    }
  }

  const draft = await uploads.archives.draft(id);
  await pipeline(Readable.from(zipStream(counted(), now())), createWriteStream(draft, { mode: 0o600, flush: true }));
  const size = await uploads.archives.keep(id);
  await end(services, id, { state: "finished", size });
}

async function end(services: Services, id: string, ended: { state: "finished" | "failed"; size: number | null }) {
  if (ended.state === "failed") await services.uploads.archives.removeDraft(id);
  await transact(systemContext(services), async (tx) => {
    const row = await tx.db
      .updateTable("wholeExports")
      .set((eb) => ({ ...ended, done: eb.ref("total"), finishedAt: tx.now().toISOString() }))
      .where("id", "=", id)
      .returning("startedById")
      .executeTakeFirst();
    if (row)
      await notify(tx, {
        forUserId: row.startedById,
        category: "system",
        link: "/settings/privacy",
        actorId: null,
        title: ended.state === "finished" ? "Der Export ist fertig" : "Der Export ist fehlgeschlagen",
        message:
          ended.state === "finished"
            ? "Er lässt sich 24 Stunden lang unter „Datenschutz“ herunterladen."
            : "Unter „Datenschutz“ lässt er sich noch einmal beginnen.",
      });
  });
}

/** The person's latest export. */
export async function readWholeExport(db: Db, person: { id: string }): Promise<WholeExport | null> {
  const row = await db
    .selectFrom("wholeExports")
    .selectAll()
    .where("startedById", "=", person.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!row) return null;
  const { id, state, done, total, size, createdAt, finishedAt } = row;
  return {
    id,
    state,
    done,
    total,
    size,
    createdAt: new Date(createdAt),
    finishedAt: toDate(finishedAt),
    until: state === "finished" && finishedAt ? new Date(Date.parse(finishedAt) + wholeExportMs) : null,
  };
}

/** The archive for whoever had it made, within its day. Throws not_found. */
export async function openWholeExport(
  services: Pick<Services, "db" | "uploads" | "now">,
  person: { id: string; role: Role },
  id: string,
): Promise<{ size: number; at: Date; read(): Promise<Readable> }> {
  const latest = await readWholeExport(services.db, person);
  const isTheirs = latest?.id === id && hasAbility(person.role, "manageSettings");
  if (!isTheirs || !latest.until || !latest.finishedAt || latest.until <= services.now()) throw notFound();
  const archive = await services.uploads.archives.open(id);
  // A backup leaves the archives out.
  if (!archive)
    throw new Problem("not_found", { message: "Die Datei dieses Exports ist nicht mehr da. Exportiere neu." });
  return { ...archive, at: latest.finishedAt };
}

import { alarmAfterHours, type BackupKind } from "../../../contract/backups/backups.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { listAdmins } from "../../db/active-users.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { claimRun, closeDead } from "./claims.ts";
import { isTestDue, nextBackup } from "./due.ts";
import { firstAttempt, lastRun } from "./queries.ts";

type Tending = Pick<Services, "db" | "now" | "live" | "backups">;

/** Begins the backup or the test that is due, and tells the admins when one is missing or damaged. */
export async function tendBackups(services: Tending): Promise<void> {
  const { db, now } = services;
  await closeDead(db, now());
  const settings = await readSettings(db, "backup");
  const [last, good, test] = [
    await lastRun(db, "backup"),
    await lastRun(db, "backup", "done"),
    await lastRun(db, "test"),
  ];
  const next = nextBackup(settings, { last, good, now: now() });
  if (next && next <= now()) await begin(services, "backup");
  else if (isTestDue(settings, { last: test, good, now: now() })) await begin(services, "test");
  if (test?.state === "failed" && test.result) await tellDamage(services, test.id, test.faults[0] ?? "");
  // Where none has ever worked, the first attempt counts: it may have been a minute ago.
  const since = good?.finishedAt ?? (await firstAttempt(db));
  const isLate =
    settings.schedule !== "off" && since !== null && now().getTime() - since.getTime() > alarmAfterHours * hourMs;
  if (isLate && last) await tellLate(services, last.id, last.faults[0] ?? "");
}

/** Claims a run and starts it; undefined where one is under way. */
export async function begin(
  { db, now, backups }: Tending,
  kind: BackupKind,
  { takesOver = false }: { takesOver?: boolean } = {},
): Promise<string | undefined> {
  const id = await claimRun(db, kind, now());
  if (id) backups.start({ id, kind, takesOver });
  return id;
}

const tellDamage = (services: Tending, runId: string, fault: string) =>
  tell(services, runId, {
    title: "Das Backup lässt sich nicht zurückspielen",
    text: `Der Wiederherstellungstest ist gescheitert: ${fault}`,
  });

const tellLate = (services: Tending, runId: string, fault: string) =>
  tell(services, runId, {
    title: `Seit über ${alarmAfterHours} Stunden kein Backup`,
    text: fault ? `Zuletzt: ${fault}` : "Es ist keines gelungen.",
  });

/** Once for each run, and of the same trouble once a day; of several processes one tells. */
async function tell(services: Tending, runId: string, { title, text }: { title: string; text: string }): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    const dayAgo = new Date(tx.now().getTime() - dayMs).toISOString();
    const { numUpdatedRows } = await tx.db
      .updateTable("backupRuns")
      .set({ toldAt: tx.now().toISOString() })
      .where("id", "=", runId)
      .where("toldAt", "is", null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("backupRuns as other")
              .select("other.id")
              .whereRef("other.kind", "=", "backupRuns.kind")
              .where("other.toldAt", ">", dayAgo),
          ),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const admins = await listAdmins(tx.db);
    const shared = { title, category: "system", severity: "critical", link: "/settings/backup" } as const;
    for (const { id } of admins)
      await notify(tx, { ...shared, forUserId: id, message: escapeHtml(text), groupKey: "system.backup" });
    await announceToTeam(tx, {
      ...shared,
      topicKey: "system.backup",
      state: "once",
      text,
      customerIds: [],
      toldUserIds: admins.map(({ id }) => id),
    });
    tx.signal({ event: "backupFailed", payload: { backup: { id: runId, title } } });
  });
}

import {
  alarmAfterHours,
  type BackupKind,
  type BackupRun,
  hasFoundDamage,
  latestPast,
  testAlarmAfterDays,
} from "../../../contract/backups/backups.ts";
import { escapeHtml } from "../../../contract/document/html.ts";
import { dayMs } from "../../../contract/time/durations.ts";
import { overdueSince } from "../../backup/judge.ts";
import { type LastRuns, lastRuns, toRun } from "../../backup/last-runs.ts";
import type { TakeOver } from "../../backup/runner.ts";
import { listAdmins } from "../../db/active-users.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { announceToTeam } from "../../notifications/announce.ts";
import { notify } from "../../notifications/notify.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { claimRun, closeDead } from "./claims.ts";
import { dueNow } from "./due.ts";

type Tending = Pick<Services, "db" | "now" | "live" | "backups">;

/** Begins the backup or the test that is due, and tells the admins when one is missing or damaged. */
export async function tendBackups(services: Tending): Promise<void> {
  const { db, now } = services;
  await closeDead(db, now());
  const settings = await readSettings(db, "backup");
  const last = await lastRuns(services, settings);
  const kind = dueNow(settings, last, now());
  if (kind) await begin(services, kind);
  if (last.damagedTest) await tellDamage(services, last.damagedTest);
  if (settings.schedule === "off") return;
  const overdue = overdueSince(last, now());
  if (overdue.backup) await tellLate(services, last);
  if (overdue.test) await tellUntested(services, last);
}

/** Claims a run and starts it; undefined where one is under way. */
export async function begin(
  { db, now, backups }: Tending,
  kind: BackupKind,
  { takesOver }: { takesOver?: TakeOver | undefined } = {},
): Promise<string | undefined> {
  const id = await claimRun(db, kind, now());
  if (id) backups.start({ id, kind, takesOver });
  return id;
}

/** At once, whatever else was told of the tests that day, unless that was this damage. */
async function tellDamage(services: Tending, run: BackupRun): Promise<void> {
  if (await wasTold(services, run)) return;
  await tell(services, run.id, {
    title: "Das Backup lässt sich nicht zurückspielen",
    text: `Der Wiederherstellungstest ist gescheitert: ${run.faults[0] ?? ""}`,
    repeats: "never",
  });
}

/** Whether within a day the admins were told of tests that have found the same targets damaged. */
async function wasTold({ db, now }: Tending, run: BackupRun): Promise<boolean> {
  const told = await db
    .selectFrom("backupRuns")
    .selectAll()
    .where("kind", "=", "test")
    .where("toldAt", ">", dayBefore(now()))
    .where("toldAt", "<=", latestPast(now()).toISOString())
    .execute();
  const known = told.map(toRun).filter(hasFoundDamage).map(damagedTargets);
  // A test of a former version does not tell targets apart.
  if (known.some((targets) => targets.length === 0)) return true;
  return known.length > 0 && damagedTargets(run).every((target) => known.flat().includes(target));
}

const damagedTargets = ({ result }: BackupRun) =>
  Object.entries(result?.found ?? {}).flatMap(([id, { isDamaged }]) => (isDamaged ? [id] : []));

/** Of a first backup that never ends there is nothing else to tell by. */
async function tellLate(services: Tending, { backup, firstBackup }: LastRuns): Promise<void> {
  const told = backup ?? firstBackup;
  if (!told) return;
  const [fault] = told.faults;
  const reason = told.state === "running" ? "Der erste Versuch kommt nicht zu Ende." : "Es ist keines gelungen.";
  const title = `Seit über ${alarmAfterHours} Stunden kein Backup`;
  await tell(services, told.id, { title, text: fault ? `Zuletzt: ${fault}` : reason, repeats: "daily" });
}

async function tellUntested(services: Tending, { test, good }: LastRuns): Promise<void> {
  const told = test ?? good;
  if (!told) return;
  const fault = test?.state === "failed" ? test.faults[0] : undefined;
  await tell(services, told.id, {
    title: `Seit über ${testAlarmAfterDays} Tagen kein Backup zur Probe zurückgespielt`,
    text: fault ? `Zuletzt: ${fault}` : "Der Wiederherstellungstest kam nicht zustande.",
    repeats: "daily",
  });
}

interface Told {
  title: string;
  text: string;
  /** Each day while it lasts, unless another run of its kind was told of that day; otherwise once for each run. */
  repeats: "daily" | "never";
}

const dayBefore = (now: Date) => new Date(now.getTime() - dayMs).toISOString();

/** Of several processes one tells. */
async function tell(services: Tending, runId: string, { title, text, repeats }: Told): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    const [dayAgo, latest] = [dayBefore(tx.now()), latestPast(tx.now()).toISOString()];
    const due = tx.db.updateTable("backupRuns").set({ toldAt: tx.now().toISOString() }).where("id", "=", runId);
    const { numUpdatedRows } = await (repeats === "never"
      ? due.where("toldAt", "is", null)
      : due
          .where((eb) => eb.or([eb("toldAt", "is", null), eb("toldAt", "<=", dayAgo), eb("toldAt", ">", latest)]))
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom("backupRuns as other")
                  .select("other.id")
                  .whereRef("other.kind", "=", "backupRuns.kind")
                  .where("other.toldAt", ">", dayAgo)
                  .where("other.toldAt", "<=", latest),
              ),
            ),
          )
    ).executeTakeFirst();
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

import {
  cancelBackup,
  fingerprintInput,
  readBackups,
  type StartBackup,
  startBackup,
} from "../../../contract/backups/backups.ts";
import { type BackupSettings, missingOf } from "../../../contract/settings/backup.ts";
import { backupProblem } from "../../backup/backup-problem.ts";
import { readFingerprint } from "../../backup/targets/sftp-session.ts";
import { transact } from "../../db/transact.ts";
import { invalidField, Problem } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { PersonContext } from "../../trpc/context.ts";
import { procedureFor, router } from "../../trpc/procedures.ts";
import { cancelRun } from "./claims.ts";
import { readBackupState } from "./queries.ts";
import { guardOfSettings } from "./target-config.ts";
import { begin } from "./tend.ts";

const managing = procedureFor("manageSettings");

export const backupRouter = router({
  get: managing.input(readBackups).query(({ ctx }) => readBackupState(ctx)),
  start: managing.input(startBackup).mutation(({ ctx, input }) => start(ctx, input)),
  cancel: managing.input(cancelBackup).mutation(({ ctx, input }) => cancel(ctx, input.id)),
  fingerprint: managing.input(fingerprintInput).mutation(({ ctx, input }) => fingerprint(ctx, input)),
});

/** „Jetzt sichern“ and „Jetzt testen“: begins, and answers how backups stand. */
async function start(ctx: PersonContext, { kind, takesOver }: StartBackup) {
  refuseIncomplete(await readSettings(ctx.db, "backup"));
  if (takesOver !== undefined) await refuseOutdated(ctx, takesOver);
  const confirmed = takesOver === undefined ? undefined : { refusal: takesOver, byId: ctx.person.id };
  if (!(await begin(ctx, kind, { takesOver: confirmed })))
    throw new Problem("precondition", { message: "Es läuft schon ein Backup oder ein Test." });
  await transact(ctx, (tx) => tx.record({ kind: "job.run", subject: { type: "job", id: jobOf[kind] } }));
  return readBackupState(ctx);
}

/** A confirmation is of what the person has read, and of nothing that was found out since. */
async function refuseOutdated(ctx: PersonContext, refusal: string): Promise<void> {
  const { refusals } = await readBackupState(ctx);
  if (refusals.every(({ id }) => id !== refusal))
    throw new Problem("precondition", {
      message: "Diese Meldung gilt nicht mehr. Lies, was jetzt dort steht, und entscheide neu.",
    });
}

const jobOf = { backup: "backups", test: "backup-tests" } as const;

/** „Abbrechen“, also for a run that hangs. */
async function cancel(ctx: PersonContext, id: string) {
  const { running } = await readBackupState(ctx);
  if (running?.id !== id || !(await cancelRun(ctx.db, id, ctx.now())))
    throw new Problem("precondition", { message: "Dieser Lauf ist schon zu Ende oder wird gerade abgebrochen." });
  ctx.backups.end(id);
  await transact(ctx, (tx) => tx.record({ kind: "job.cancelled", subject: { type: "job", id: jobOf[running.kind] } }));
  return readBackupState(ctx);
}

function refuseIncomplete(settings: BackupSettings): void {
  const [field, label] = missingOf(settings)[0] ?? [];
  if (field) throw invalidField(`values.${field}`, `${label}: Wird für das Backup gebraucht.`);
}

/** The key that an SSH server shows, for the person to compare before it is trusted. */
async function fingerprint(ctx: PersonContext, { host, port }: { host: string; port: number }) {
  try {
    return { hostKey: await readFingerprint(host, port, await guardOfSettings(ctx.db)) };
  } catch (error) {
    throw invalidField("sftpHost", `Server: ${backupProblem(error).message}`);
  }
}

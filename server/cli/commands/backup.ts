import { backupPhases } from "../../../contract/backups/backups.ts";
import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { counted } from "../../../contract/values/counted.ts";
import { BackupProblem } from "../../backup/backup-problem.ts";
import { claimRun } from "../../features/backups/claims.ts";
import { keepLease } from "../../features/backups/lease.ts";
import { runClaimed } from "../../features/backups/run.ts";
import { type Command, textOption } from "../command.ts";
import { openPortalData } from "../portal-data.ts";
import { formsOfTargets, namedTarget, targetKeyOption } from "../target-option.ts";

export default {
  name: "backup",
  summary: "Sichert Datenbanken, Geheimnisse und Dateien, auch während das Portal läuft.",
  details: formsOfTargets,
  arguments: [],
  options: {
    to: { type: "string", value: "ZIEL", help: "wohin; ohne Angabe das Ziel der Einstellungen" },
    ...targetKeyOption,
    recipient: { type: "string", value: "age1…", help: "wer es öffnen kann; ohne Angabe wie in den Einstellungen" },
    "take-over": {
      type: "string",
      value: "KENNUNG",
      help: "macht das Ziel zu dem dieses Portals, von dem eine Meldung mit dieser Kennung sprach; kein anderes",
    },
    "confirmed-by": { type: "string", value: "ID", help: "wer das im Portal bestätigt hat" },
    claimed: { type: "string", value: "ID", help: "führt aus, was das Portal begonnen hat" },
    test: { type: "boolean", help: "spielt stattdessen das neueste Backup probeweise zurück" },
  },
  isAbortable: true,
  async run(call) {
    const portal = await openPortalData(call);
    try {
      const kind = call.options.test === true ? "test" : "backup";
      const to = await namedTarget(call, "to");
      const id = textOption(call, "claimed") ?? (await claimRun(portal.db, kind, portal.now()));
      if (!id) throw new BackupProblem("Es läuft schon ein Backup oder ein Test.");
      const refusal = textOption(call, "take-over");
      let phase = "";
      const lease = keepLease(portal.env, id);
      await lease.begun;
      const done = await runClaimed(portal, {
        id,
        kind,
        to,
        recipient: textOption(call, "recipient"),
        takesOver: refusal === undefined ? undefined : { refusal, byId: textOption(call, "confirmed-by") },
        signal: call.signal,
        onProgress: (progress) => {
          if (progress.phase !== phase) call.terminal.note(`${backupPhases[progress.phase]} …`);
          phase = progress.phase;
        },
      }).finally(lease.end);
      if ("test" in done) {
        for (const fault of done.test.faults) call.terminal.note(fault);
        if (done.test.missing > 0)
          call.terminal.note(`${counted(done.test.missing, "Datei fehlte", "Dateien fehlten")} schon beim Sichern.`);
        call.terminal.print(
          `${done.test.id} ${done.test.faults.length === 0 ? "lässt sich zurückspielen." : "ist beschädigt."}`,
        );
        return done.test.faults.length === 0 ? 0 : 1;
      }
      for (const note of done.notes) call.terminal.note(note);
      const { id: snapshot, bytes, uploads, missing, sentBytes } = done.backup;
      const files = counted(uploads, "Datei", "Dateien");
      const gone = missing > 0 ? ` ${counted(missing, "Datei fehlt", "Dateien fehlen")} auf diesem Rechner.` : "";
      call.terminal.print(
        `${snapshot}: ${formatByteCount(bytes)} mit ${files}, davon neu gesendet ${formatByteCount(sentBytes)}.${gone}`,
      );
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

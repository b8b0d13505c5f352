import { mkdirSync } from "node:fs";
import { restorePhases } from "../../../contract/backups/restore.ts";
import { counted } from "../../../contract/values/counted.ts";
import { finishRestore, stageRestore } from "../../backup/restore.ts";
import { forgetRollback } from "../../backup/upgrade/roll-back.ts";
import { listMigrations } from "../../db/migrate.ts";
import { type Environment, readEnvironment } from "../../env.ts";
import { openStore } from "../../files/open-store.ts";
import { formatMoment } from "../../format-moment.ts";
import { lockPlace } from "../../jobs/lock-place.ts";
import { type AbortableCall, type Call, type Command, textOption } from "../command.ts";
import { tellProgress } from "../progress.ts";
import { formsOfTargets, fromOption, keyOption, openNamedTarget, withIdentity } from "../target-option.ts";

export default {
  name: "restore",
  summary: "Spielt ein Backup zurück; das Portal darf dabei nicht laufen.",
  details: `Alles wird geprüft, bevor etwas ersetzt wird. Was ein abgebrochener Aufruf geholt hat, holt der nächste nicht noch einmal. ${formsOfTargets}`,
  arguments: [],
  options: {
    ...fromOption,
    ...keyOption,
    snapshot: { type: "string", value: "ID", help: "welches; ohne Angabe das neueste" },
    force: { type: "boolean", help: "setzt ein Portal, das schon da ist, in before-restore-… beiseite" },
  },
  isAbortable: true,
  async run(call) {
    const env = readEnvironment(call.variables);
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockPlace(env);
    try {
      const begun = await finish(env);
      if (begun) {
        call.terminal.print(`${begun.id} ist zurückgespielt: Ein früherer Aufruf war kurz davor abgebrochen worden.`);
        tellAside(call, begun.aside);
        const wanted = textOption(call, "snapshot");
        if (wanted === undefined || wanted === begun.id) return 0;
      }
      return await restore(call, env);
    } finally {
      await lock.end();
    }
  },
} satisfies Command;

async function restore(call: AbortableCall, env: Environment): Promise<number> {
  const { terminal } = call;
  const target = await openNamedTarget(call);
  try {
    const order = {
      dataDir: env.dataDir,
      postgres: env.postgres,
      target,
      id: textOption(call, "snapshot"),
      force: call.options.force === true,
      now: new Date(),
      migrations: await listMigrations(),
      // Nothing is signed: no ticket is issued here.
      bucket: env.s3 && (await openStore(env, "")),
      onResume: () =>
        terminal.note("Ein früherer Aufruf war abgebrochen worden; was er geholt hat, wird nur verglichen."),
      onProgress: tellProgress(terminal, restorePhases),
      signal: call.signal,
    };
    const staged = await withIdentity(call, (identity) => stageRestore({ ...order, identity }));
    const finished = await finish(env);
    const uploads = counted(staged.uploads, "Datei", "Dateien");
    terminal.print(`${staged.id} ist zurückgespielt: Stand vom ${formatMoment(staged.createdAt)}, ${uploads}.`);
    if (staged.advice) terminal.note(staged.advice);
    if (staged.missing > 0)
      terminal.note(`${counted(staged.missing, "Datei fehlte", "Dateien fehlten")} schon beim Sichern.`);
    tellAside(call, finished?.aside);
    return 0;
  } finally {
    await target.close();
  }
}

/** Puts in place what is staged; undefined where nothing is. */
async function finish(env: Environment) {
  const finished = await finishRestore(env);
  if (finished) await forgetRollback(env.dataDir);
  return finished;
}

function tellAside({ terminal }: Call, aside: string | undefined): void {
  if (aside) terminal.note(`Was vorher da war, liegt in ${aside}.`);
}

import { mkdirSync } from "node:fs";
import { finishRestore, stageRestore } from "../../backup/restore.ts";
import { forgetRollback } from "../../backup/roll-back.ts";
import { listMigrations } from "../../db/migrate.ts";
import { readEnvironment } from "../../env.ts";
import { openStore } from "../../files/open-store.ts";
import { formatMoment } from "../../format-moment.ts";
import { lockPlace } from "../../jobs/lock-place.ts";
import { type Command, textOption } from "../command.ts";
import { formsOfTargets, fromOption, keyOption, openNamedTarget, readIdentity } from "../target-option.ts";

export default {
  name: "restore",
  summary: "Spielt ein Backup zurück; das Portal darf dabei nicht laufen.",
  details: `Alles wird geprüft, bevor etwas ersetzt wird. ${formsOfTargets}`,
  arguments: [],
  options: {
    ...fromOption,
    ...keyOption,
    snapshot: { type: "string", value: "ID", help: "welches; ohne Angabe das neueste" },
    force: { type: "boolean", help: "setzt ein Portal, das schon da ist, in before-restore-… beiseite" },
  },
  async run(call) {
    const env = readEnvironment(call.variables);
    const { dataDir } = env;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = await lockPlace(env);
    try {
      const target = await openNamedTarget(call);
      try {
        const staged = await stageRestore({
          dataDir,
          postgres: env.postgres,
          target,
          identity: await readIdentity(call),
          id: textOption(call, "snapshot"),
          force: call.options.force === true,
          now: new Date(),
          migrations: await listMigrations(),
          // Nothing is signed: no ticket is issued here.
          bucket: env.s3 && (await openStore(env, "")),
          signal: call.signal,
        });
        const finished = await finishRestore(env);
        await forgetRollback(dataDir);
        call.terminal.print(
          `${staged.id} ist zurückgespielt: Stand vom ${formatMoment(staged.createdAt)}, ${staged.uploads} Dateien.`,
        );
        if (staged.advice) call.terminal.note(staged.advice);
        if (staged.missing > 0) call.terminal.note(`${staged.missing} Dateien fehlten schon beim Sichern.`);
        if (finished?.aside) call.terminal.note(`Was vorher da war, liegt in ${finished.aside}.`);
        return 0;
      } finally {
        await target.close();
      }
    } finally {
      await lock.end();
    }
  },
} satisfies Command;

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { tryOut } from "../../backup/try-out.ts";
import { verify } from "../../backup/verify.ts";
import { readEnvironment } from "../../env.ts";
import { findUnreadableSecrets } from "../../features/system/unreadable-secrets.ts";
import { type Command, textOption } from "../command.ts";
import { formsOfTargets, fromOption, keyOption, openNamedTarget, readIdentity } from "../target-option.ts";

/** Unless all are asked for. */
const samples = 50;

export default {
  name: "verify",
  summary: "Spielt ein Backup in einen Ordner zur Probe zurück und vergleicht es mit seinem Verzeichnis.",
  details: formsOfTargets,
  arguments: [],
  options: {
    ...fromOption,
    ...keyOption,
    snapshot: { type: "string", value: "ID", help: "welches; ohne Angabe das neueste" },
    all: { type: "boolean", help: `öffnet jede Datei statt ${samples} zufälliger` },
  },
  async run(call) {
    const target = await openNamedTarget(call);
    const scratch = await mkdtemp(path.join(tmpdir(), "techcenter-verify-"));
    try {
      const { id, rows, uploads, opened, faults } = await verify({
        target,
        identity: await readIdentity(call),
        id: textOption(call, "snapshot"),
        scratch: path.join(scratch, "portal"),
        samples: call.options.all === true ? "all" : samples,
        postgres: readEnvironment(call.variables).postgres,
        tryOut: (place) => tryOut(place, findUnreadableSecrets),
        signal: call.signal,
      });
      for (const fault of faults) call.terminal.note(fault);
      if (faults.length > 0) {
        call.terminal.print(`${id} ist beschädigt.`);
        return 1;
      }
      call.terminal.print(
        `${id} lässt sich zurückspielen: ${rows} Zeilen verglichen, ${uploads} Dateien vorhanden, davon ${opened} geöffnet.`,
      );
      return 0;
    } finally {
      await rm(scratch, { recursive: true, force: true });
      await target.close();
    }
  },
} satisfies Command;

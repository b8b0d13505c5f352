import path from "node:path";
import { counted } from "../../../contract/values/counted.ts";
import { knownOwner } from "../../backup/owner.ts";
import type { BackupTarget } from "../../backup/targets/target.ts";
import { tryOut } from "../../backup/try-out.ts";
import { type VerifyResult, verify, verifyPhases } from "../../backup/verify.ts";
import { readEnvironment } from "../../env.ts";
import { findUnreadableSecrets } from "../../settings/unreadable-secrets.ts";
import { type Call, type Command, textOption } from "../command.ts";
import { tellProgress } from "../progress.ts";
import { openScratch } from "../scratch.ts";
import { formsOfTargets, fromOption, keyOption, openNamedTarget, withIdentity } from "../target-option.ts";

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
    repair: { type: "boolean", help: "entfernt im Ziel, was beschädigt ist; das nächste Backup sendet es neu" },
  },
  isAbortable: true,
  async run(call) {
    const { dataDir, postgres } = readEnvironment(call.variables);
    const target = await openNamedTarget(call);
    const scratch = await openScratch(dataDir);
    try {
      const result = await withIdentity(call, (identity) =>
        verify({
          target,
          identity,
          id: textOption(call, "snapshot"),
          owner: knownOwner(dataDir),
          scratch: path.join(scratch.folder, "portal"),
          samples: call.options.all === true ? "all" : samples,
          postgres,
          tryOut: (place) => tryOut(place, findUnreadableSecrets),
          onProgress: tellProgress(call.terminal, verifyPhases),
          signal: call.signal,
        }),
      );
      for (const fault of result.faults) call.terminal.note(fault);
      if (result.damaged.length > 0) await repair(call, target, result);
      return conclude(call, result);
    } finally {
      await scratch.remove();
      await target.close();
    }
  },
} satisfies Command;

/** An object that is gone is sent again by the next backup; one in its right size would be counted on. */
async function repair({ options, terminal }: Call, target: BackupTarget, { damaged }: VerifyResult): Promise<void> {
  const objects = new Set(damaged);
  const files = counted(objects.size, "beschädigte Datei", "beschädigte Dateien");
  if (options.repair !== true)
    return terminal.note(`Mit --repair: entfernt ${files} im Ziel, damit das nächste Backup sie neu sendet.`);
  for (const name of objects) await target.remove(name);
  terminal.note(`${files} im Ziel entfernt: Das nächste Backup sendet sie neu, soweit das Portal sie noch hat.`);
}

function conclude({ terminal }: Call, { id, rows, uploads, opened, missing, faults }: VerifyResult): number {
  if (missing > 0)
    terminal.note(
      `${counted(missing, "Datei fehlte", "Dateien fehlten")} schon beim Sichern auf dem Rechner des Portals.`,
    );
  if (faults.length > 0) {
    terminal.print(`${id} ist beschädigt.`);
    return 1;
  }
  terminal.print(
    `${id} lässt sich zurückspielen: ${counted(rows, "Zeile", "Zeilen")} verglichen, ${counted(uploads, "Datei", "Dateien")} vorhanden, davon ${opened} geöffnet.`,
  );
  return 0;
}

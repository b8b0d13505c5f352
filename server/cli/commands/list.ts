import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { isCircumstance } from "../../backup/backup-problem.ts";
import { readHostKey } from "../../backup/host-key.ts";
import { knownOwner } from "../../backup/owner.ts";
import { type Maker, makerOf, ownersIn } from "../../backup/snapshot-maker.ts";
import { listSnapshots } from "../../backup/snapshots.ts";
import { readEnvironment } from "../../env.ts";
import { formatMoment } from "../../format-moment.ts";
import type { Command } from "../command.ts";
import { formsOfTargets, fromOption, givenIdentity, keyOption, openNamedTarget } from "../target-option.ts";

export default {
  name: "list",
  summary: "Nennt die Backups eines Ziels, das neueste zuerst.",
  details: `Mit dem Schlüssel dieses Rechners oder --key-file steht dabei, welche nicht von diesem Portal sind.\n${formsOfTargets}`,
  arguments: [],
  options: { ...fromOption, "key-file": { ...keyOption["key-file"], help: "womit es sagt, wessen die Backups sind" } },
  async run(call) {
    const target = await openNamedTarget(call);
    try {
      const { snapshots } = await listSnapshots(target);
      const { dataDir } = readEnvironment(call.variables);
      const identity = (await givenIdentity(call)) ?? (await readHostKey(dataDir).catch(() => undefined))?.identity;
      const [own] = identity === undefined ? [] : await ownersIn(target, knownOwner(dataDir));
      for (const { id, at, bytes } of snapshots) {
        const maker = identity === undefined ? undefined : await makerOf(target, id, identity).catch(unlessAway);
        const words = [id, formatMoment(at), formatByteCount(bytes), describeMaker(maker, own)];
        call.terminal.print(words.filter(Boolean).join("  "));
      }
      if (snapshots.length === 0) call.terminal.note(`In ${target.label} liegt noch kein Backup.`);
      return 0;
    } finally {
      await target.close();
    }
  },
} satisfies Command;

/** The list is worth something without it. */
function unlessAway(error: unknown): undefined {
  if (!isCircumstance(error)) throw error;
}

function describeMaker(maker: Maker | undefined, own: ReadonlySet<string> | undefined): string {
  if (maker === "otherKey") return "anderer Schlüssel";
  if (maker === "damaged") return "Verzeichnis beschädigt";
  if (maker?.owner === undefined || own?.has(maker.owner)) return "";
  // Of a portal's id what differs from that of another one.
  return `Portal ${maker.owner.slice(-8)}`;
}

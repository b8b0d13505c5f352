import { formatByteCount } from "../../../contract/values/byte-units.ts";
import { listSnapshots } from "../../backup/snapshots.ts";
import { formatMoment } from "../../format-moment.ts";
import type { Command } from "../command.ts";
import { formsOfTargets, fromOption, openNamedTarget } from "../target-option.ts";

export default {
  name: "list",
  summary: "Nennt die Backups eines Ziels, das neueste zuerst.",
  details: formsOfTargets,
  arguments: [],
  options: fromOption,
  async run(call) {
    const target = await openNamedTarget(call);
    try {
      const { snapshots } = await listSnapshots(target);
      for (const { id, at, bytes } of snapshots)
        call.terminal.print(`${id}  ${formatMoment(at)}  ${formatByteCount(bytes)}`);
      if (snapshots.length === 0) call.terminal.note(`In ${target.label} liegt noch kein Backup.`);
      return 0;
    } finally {
      await target.close();
    }
  },
} satisfies Command;

import { rollBack } from "../../backup/upgrade/roll-back.ts";
import { readEnvironment } from "../../env.ts";
import { formatMoment } from "../../format-moment.ts";
import { lockPlace } from "../../jobs/lock-place.ts";
import type { Command } from "../command.ts";

export default {
  name: "rollback",
  summary: "Stellt die Datenbank auf den Stand zurück, den diese Fassung vor einer Aktualisierung hatte.",
  details:
    "Rufe es aus der älteren Fassung auf, während kein Portal läuft. Vor jeder Aktualisierung legt das Portal eine Kopie\nin before-migration im Datenordner ab. Die jetzige Datenbank wird daneben aufgehoben; was seitdem geschrieben wurde,\nsteht nur dort. Wird es unterbrochen, macht derselbe Befehl dort weiter.",
  arguments: [],
  options: {},
  async run({ variables, terminal }) {
    const env = readEnvironment(variables);
    const lock = await lockPlace(env);
    try {
      const { aside, damage, copiedAt } = await rollBack(env);
      const from = copiedAt ? ` (Kopie vom ${formatMoment(copiedAt)})` : "";
      terminal.print(`Die Datenbank ist auf dem Stand dieser Fassung${from}. Die bisherige liegt ${aside}.`);
      if (damage)
        terminal.print(
          `Die bisherige ist beschädigt (${damage}). Ist ein Backup neuer als die Kopie, bringt es einen späteren Stand: techcenter list --from ZIEL.`,
        );
      return 0;
    } finally {
      await lock.end();
    }
  },
} satisfies Command;

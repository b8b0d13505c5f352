import { counted } from "../../../contract/values/counted.ts";
import { rotateKeys } from "../../features/system/rotate-keys.ts";
import { withChecksFile } from "../../portal/settle-keys.ts";
import { freshSecrets } from "../../secrets.ts";
import type { Command } from "../command.ts";
import { openIdleData } from "../portal-data.ts";

export default {
  name: "rotate-keys",
  summary: "Erneuert die Schlüssel in secrets.json und versiegelt neu, was sie versiegeln.",
  details:
    "Das Portal muss dazu beendet sein. Danach gelten nicht mehr: Wiederherstellungscodes der Anmeldung und\nAbmelde-Links in alten E-Mails; Browser gelten wieder als neu. Ältere Backups brauchen ihre eigene secrets.json.",
  arguments: [],
  options: {},
  async run({ variables, terminal }) {
    const { dataDir, db, secrets, close } = await openIdleData({ variables });
    try {
      const count = await withChecksFile({ dataDir, db }, (data) =>
        rotateKeys({ ...data, now: new Date() }, secrets, freshSecrets()),
      );
      terminal.print(
        `Die Schlüssel sind erneuert, ${counted(count, "Text", "Texte")} mit Geheimnissen neu versiegelt.`,
      );
      terminal.note("Wer sich mit zweitem Faktor anmeldet, braucht neue Wiederherstellungscodes.");
      return 0;
    } finally {
      await close();
    }
  },
} satisfies Command;

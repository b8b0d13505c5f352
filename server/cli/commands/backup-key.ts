import { BackupProblem } from "../../backup/backup-problem.ts";
import { createIdentity, recipientOf } from "../../backup/encryption.ts";
import { setRecipient } from "../../features/backups/recipient.ts";
import type { Command } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "backup-key",
  summary: "Macht einen neuen Wiederherstellungsschlüssel und zeigt ihn ein einziges Mal.",
  details:
    "Er bleibt nicht auf diesem Rechner. Wer ihn abtippt, hat ihn sicher notiert; ältere Backups öffnet weiter der alte.",
  arguments: [],
  options: {},
  async run(call) {
    const portal = await openPortalData(call);
    try {
      const identity = await createIdentity();
      call.terminal.print(identity);
      const typed = await call.terminal.ask("Notiere ihn außerhalb dieses Rechners und tippe ihn hier ab:");
      if (typed.toUpperCase() !== identity)
        throw new BackupProblem("Das ist nicht der Schlüssel von oben. Nichts ist geändert.");
      const recipient = await recipientOf(identity);
      await setRecipient(portal, recipient);
      call.terminal.print(`Backups öffnet ab jetzt dieser Schlüssel (${recipient}) oder dieser Rechner.`);
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

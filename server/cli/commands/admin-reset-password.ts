import { resetPassword } from "../accounts.ts";
import type { Command } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "admin reset-password",
  summary: "Gibt einem Konto ein neues Passwort, entsperrt es und macht es zum Admin.",
  details: "Wer mit diesem Konto angemeldet ist, auch im laufenden Portal, ist sofort abgemeldet.",
  arguments: [{ name: "E-MAIL", help: "die Adresse des Kontos" }],
  options: {},
  async run(call) {
    const [email = ""] = call.arguments;
    const portal = await openPortalData(call);
    try {
      const password = await call.terminal.ask("Neues Passwort:", { isSecret: true });
      const ended = await resetPassword(portal, email, password);
      call.terminal.print(`${email} hat ein neues Passwort. Beendete Sitzungen: ${ended}.`);
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

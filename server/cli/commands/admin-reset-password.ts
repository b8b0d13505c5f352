import { resetPassword } from "../accounts.ts";
import type { Command } from "../command.ts";
import { onPortalData } from "../portal-data.ts";

export default {
  name: "admin reset-password",
  summary: "Gibt einem Konto ein neues Passwort, entsperrt es und macht es zum Admin.",
  details: "Wer mit diesem Konto angemeldet ist, auch im laufenden Portal, ist sofort abgemeldet.",
  arguments: [{ name: "E-MAIL", help: "die Adresse des Kontos" }],
  options: {},
  run: onPortalData(async (portal, { arguments: [email = ""], terminal }) => {
    const password = await terminal.ask("Neues Passwort:", { isSecret: true });
    const ended = await resetPassword(portal, email, password);
    terminal.print(`${email} hat ein neues Passwort. Beendete Sitzungen: ${ended}.`);
  }),
} satisfies Command;

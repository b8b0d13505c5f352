import { resetSecondFactor } from "../accounts.ts";
import type { Command } from "../command.ts";
import { onPortalData } from "../portal-data.ts";

export default {
  name: "admin reset-2fa",
  summary: "Nimmt einem Konto Authenticator-App, Passkeys und Wiederherstellungscodes.",
  details: "Wer mit diesem Konto angemeldet ist, auch im laufenden Portal, ist sofort abgemeldet.",
  arguments: [{ name: "E-MAIL", help: "die Adresse des Kontos" }],
  options: {},
  run: onPortalData(async (portal, { arguments: [email = ""], terminal }) => {
    const ended = await resetSecondFactor(portal, email);
    terminal.print(`${email} meldet sich mit dem Passwort allein an. Beendete Sitzungen: ${ended}.`);
  }),
} satisfies Command;

import { resetSecondFactor, type WaysLeft } from "../accounts.ts";
import type { Command } from "../command.ts";
import { onPortalData } from "../portal-data.ts";

export default {
  name: "admin reset-2fa",
  summary: "Nimmt einem Konto Authenticator-App, Passkeys und Wiederherstellungscodes.",
  details: "Wer mit diesem Konto angemeldet ist, auch im laufenden Portal, ist sofort abgemeldet.",
  arguments: [{ name: "E-MAIL", help: "die Adresse des Kontos" }],
  options: {},
  run: onPortalData(async (portal, { arguments: [email = ""], terminal }) => {
    const { sessions, ways } = await resetSecondFactor(portal, email);
    terminal.print(`${sentenceOf(email, ways)} Beendete Sitzungen: ${sessions}.`);
  }),
} satisfies Command;

function sentenceOf(email: string, { hasPassword, hasProvider }: WaysLeft): string {
  if (hasPassword && hasProvider) return `${email} meldet sich mit dem Passwort oder über den Anbieter an.`;
  if (hasPassword) return `${email} meldet sich mit dem Passwort allein an.`;
  if (hasProvider) return `${email} hat kein Passwort und meldet sich über den Anbieter an.`;
  return `${email} hat keine zweite Sicherung mehr, aber auch kein Passwort: „techcenter admin reset-password ${email}“ gibt eins.`;
}

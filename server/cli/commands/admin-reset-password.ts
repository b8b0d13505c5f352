import { describeEnded } from "../../auth/tokens-and-feeds.ts";
import { resetPassword } from "../accounts.ts";
import type { Command } from "../command.ts";
import { onPortalData } from "../portal-data.ts";
import { askNewPassword } from "../terminal.ts";

export default {
  name: "admin reset-password",
  summary: "Gibt einem Konto ein neues Passwort, entsperrt es und macht es zum Admin.",
  details:
    "Wer mit diesem Konto angemeldet ist, auch im laufenden Portal, ist sofort abgemeldet. API-Token und\nKalender-Adressen des Kontos enden auch: Sie hätten von da an die Rechte eines Admins.",
  arguments: [{ name: "E-MAIL", help: "die Adresse des Kontos" }],
  options: { "keep-tokens": { type: "boolean", help: "API-Token und Kalender-Adressen gelten weiter" } },
  run: onPortalData(async (portal, { arguments: [email = ""], options, terminal }) => {
    const password = await askNewPassword(terminal, "Neues Passwort:");
    const endsTokens = options["keep-tokens"] !== true;
    const { sessions, access } = await resetPassword(portal, { email, password, endsTokens });
    terminal.print(`${email} hat ein neues Passwort. Beendete Sitzungen: ${sessions}.${describeEnded(access)}`);
  }),
} satisfies Command;

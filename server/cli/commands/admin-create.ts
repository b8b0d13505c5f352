import { createAdmin } from "../accounts.ts";
import { type Command, UsageProblem } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "admin create",
  summary: "Legt ein Konto mit der Rolle Admin an; das Passwort wird gefragt.",
  arguments: [
    { name: "E-MAIL", help: "die Adresse des Kontos" },
    { name: "NAME", help: "der Name, in Anführungszeichen" },
  ],
  options: {},
  async run(call) {
    const [email = "", name = ""] = call.arguments;
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageProblem(`Das ist keine E-Mail-Adresse: ${email}`);
    const portal = await openPortalData(call);
    try {
      await createAdmin(portal, { name, email, password: await call.terminal.ask("Passwort:", { isSecret: true }) });
      call.terminal.print(`${email} kann sich als Admin anmelden.`);
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

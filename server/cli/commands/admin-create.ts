import { email as emailShape, name as nameShape } from "../../../contract/users/users.ts";
import { z } from "../../../contract/zod.ts";
import { createAdmin } from "../accounts.ts";
import { type Command, UsageProblem } from "../command.ts";
import { openPortalData } from "../portal-data.ts";
import { askNewPassword } from "../terminal.ts";

const person = z.object({ email: emailShape, name: nameShape });

export default {
  name: "admin create",
  summary: "Legt ein Konto mit der Rolle Admin an; das Passwort wird gefragt.",
  arguments: [
    { name: "E-MAIL", help: "die Adresse des Kontos" },
    { name: "NAME", help: "der Name, in Anführungszeichen" },
  ],
  options: {},
  async run(call) {
    const [givenEmail = "", givenName = ""] = call.arguments;
    const parsed = person.safeParse({ email: givenEmail, name: givenName });
    if (!parsed.success) throw new UsageProblem(parsed.error.issues.map(({ message }) => message).join("\n"));
    const { email, name } = parsed.data;
    const portal = await openPortalData(call);
    try {
      await createAdmin(portal, { name, email, password: await askNewPassword(call.terminal, "Passwort:") });
      call.terminal.print(`${email} kann sich als Admin anmelden.`);
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

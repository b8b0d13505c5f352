import { endSessions } from "../accounts.ts";
import { type Command, textOption, UsageProblem } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "sessions end",
  summary: "Meldet ein Konto überall ab, oder alle.",
  arguments: [],
  options: {
    user: { type: "string", value: "E-MAIL", help: "nur dieses Konto" },
    all: { type: "boolean", help: "alle Konten" },
  },
  async run(call) {
    const email = textOption(call, "user");
    if ((email === undefined) === (call.options.all !== true))
      throw new UsageProblem("Gib entweder --user oder --all an.");
    const portal = await openPortalData(call);
    try {
      call.terminal.print(`Beendete Sitzungen: ${await endSessions(portal, email)}.`);
      return 0;
    } finally {
      await portal.close();
    }
  },
} satisfies Command;

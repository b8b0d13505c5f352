import { runAgent } from "../../checks/agent/run-agent.ts";
import type { Command } from "../command.ts";

export default {
  name: "agent",
  summary: "Prüft von hier aus für ein Portal an anderer Stelle (Messpunkt).",
  details: [
    "Braucht nur HTTPS zum Portal und keinen Datenordner. Läuft, bis es beendet wird; systemd startet es neu.",
    "",
    "Umgebung:",
    "  PORTAL_URL        die Adresse des Portals, wie https://portal.agentur.de",
    "  AGENT_TOKEN       das Token des Messpunkts, aus „Einstellungen“ › „Messpunkte“",
    "  ALLOWED_NETWORKS  private Netze, die Prüfungen von hier aus erreichen dürfen, wie 10.0.0.0/8",
    "  CHECK_RESOLVER    Adresse und Port eines Nameservers statt dem des Systems",
    "  LOG_LEVEL         info, oder warn, debug, …",
  ].join("\n"),
  arguments: [],
  options: {},
  isAbortable: true,
  async run({ variables, signal }) {
    await runAgent(variables, signal);
    return 0;
  },
} satisfies Command;

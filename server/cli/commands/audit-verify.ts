import { dayMs } from "../../../contract/time/durations.ts";
import { counted } from "../../../contract/values/counted.ts";
import { type ChainReport, verifyChain } from "../../features/audit-log/chain.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { type Command, textOption, UsageProblem } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "audit verify",
  summary: "Prüft, ob am Protokoll nachträglich etwas geändert oder entfernt wurde.",
  details:
    "Der Kopf der Kette steht täglich im Log („head of the audit log“) und in jedem Backup. Mit --head zeigt sich, ob\nalles noch da ist, was es damals gab. Geprüft wird, wer wann was getan hat; Werte lassen sich löschen.",
  arguments: [],
  options: { head: { type: "string", value: "KOPF", help: "ein früher notierter Kopf, der in der Kette stehen muss" } },
  async run(call) {
    const head = textOption(call, "head");
    if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
      throw new UsageProblem(
        "--head: Ein Kopf besteht aus 64 Zeichen, 0 bis 9 und a bis f, wie ihn das Log oder ein Backup nennt.",
      );
    const data = await openPortalData(call);
    try {
      const { signInDays, historyDays } = await readSettings(data.db, "privacy");
      const days = Math.min(signInDays ?? Number.POSITIVE_INFINITY, historyDays ?? Number.POSITIVE_INFINITY);
      const mayBeGoneBefore = Number.isFinite(days) ? new Date(data.now().getTime() - days * dayMs).toISOString() : "";
      const report = await verifyChain(data.db, head ? [head] : []);
      const faults = faultsOf(report, mayBeGoneBefore);
      for (const fault of faults) call.terminal.note(fault);
      call.terminal.print(
        faults.length > 0
          ? "Am Protokoll wurde etwas geändert."
          : `${report.entries} Einträge geprüft, keiner geändert. Kopf: ${report.head ?? "noch keiner"}`,
      );
      return faults.length > 0 ? 1 : 0;
    } finally {
      await data.close();
    }
  },
} satisfies Command;

function faultsOf({ brokenAt, changed, gone, known }: ChainReport, mayBeGoneBefore: string): string[] {
  return [
    ...(brokenAt === undefined ? [] : [`Die Kette ist ab Glied ${brokenAt} unterbrochen.`]),
    ...changed.map((id) => `Eintrag ${id} sagt etwas anderes als beim Aufschreiben.`),
    ...(gone.newestAt !== undefined && gone.newestAt >= mayBeGoneBefore
      ? [
          `${counted(gone.count, "Eintrag fehlt", "Einträge fehlen")}, der jüngste vom ${gone.newestAt}: jünger, als die Aufbewahrung löscht.`,
        ]
      : []),
    ...[...known].filter(([, isThere]) => !isThere).map(([head]) => `Der Kopf ${head} steht nicht in der Kette.`),
  ];
}

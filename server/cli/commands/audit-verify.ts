import { dayMs } from "../../../contract/time/durations.ts";
import { counted } from "../../../contract/values/counted.ts";
import { type ChainReport, verifyChain } from "../../features/audit-log/verify-chain.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { type Command, textOption, UsageProblem } from "../command.ts";
import { openPortalData } from "../portal-data.ts";

export default {
  name: "audit verify",
  summary: "Prüft, ob am Protokoll nachträglich etwas geändert oder entfernt wurde.",
  details:
    "Der Kopf der Kette steht täglich im Log („head of the audit log“) und in jedem Backup. Mit --head zeigt sich, ob\nalles noch da ist, was es damals gab. Geprüft wird, wer wann was womit getan hat; die Werte nicht mehr, wo Daten einer\nPerson gelöscht oder Einträge zusammengeführt wurden.",
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
      const formerRetention = Number.isFinite(days) ? new Date(data.now().getTime() - days * dayMs).toISOString() : "";
      const report = await verifyChain(data.db, { heads: head ? [head] : [], formerRetention, now: data.now() });
      const faults = faultsOf(report);
      for (const fault of faults) call.terminal.note(fault);
      for (const note of notesOf(report)) call.terminal.note(note);
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

/** What is no fault, but worth knowing. */
function notesOf({ released, noted, clockBacks, undated, formerlyGone }: ChainReport): string[] {
  const entries = (count: number) => counted(count, "Eintrag", "Einträge");
  return [
    ...(released > 0
      ? [
          `Bei ${counted(released, "Eintrag", "Einträgen")} hat eine Löschung oder Zusammenführung die Werte geändert; sie werden nicht verglichen.`,
        ]
      : []),
    ...(noted > 0
      ? [
          `${entries(noted)} mit früherem Zeitpunkt, als Beispieldaten geladen oder unter einer Uhr geschrieben, die nachging; das Protokoll nennt, wann.`,
        ]
      : []),
    ...clockBacks.map(
      ({ after, until, entries: count }) =>
        `Zwischen Glied ${after} und ${until} ging die Uhr zurück: ${entries(count)}.`,
    ),
    ...(undated > 0
      ? [
          `${entries(undated)} aus einer früheren Version hinter jüngeren: Die Kette sagt dort nicht, wann sie dazukamen.`,
        ]
      : []),
    ...(formerlyGone > 0
      ? [`${entries(formerlyGone)} aus einer früheren Version, deren Aufbewahrung noch nichts notierte, nicht mehr da.`]
      : []),
  ];
}

function faultsOf({ brokenAt, changed, unlinked, late, gone, known }: ChainReport): string[] {
  return [
    ...(brokenAt === undefined ? [] : [`Die Kette ist ab Glied ${brokenAt} unterbrochen.`]),
    ...changed.map((id) => `Eintrag ${id} sagt etwas anderes als beim Aufschreiben.`),
    ...unlinked.map((id) => `Eintrag ${id} steht nicht in der Kette, obwohl jüngere darin stehen.`),
    ...late.map(
      (id) => `Eintrag ${id} kam später in die Kette, als er sagt; wenn keine Uhr falsch ging, wurde er eingefügt.`,
    ),
    ...(gone.count > 0
      ? [
          `${counted(gone.count, "Eintrag fehlt", "Einträge fehlen")}, der jüngste vom ${gone.newestAt}: Die Aufbewahrung hat nicht notiert, dass sie das gelöscht hat.`,
        ]
      : []),
    ...[...known].filter(([, isThere]) => !isThere).map(([head]) => `Der Kopf ${head} steht nicht in der Kette.`),
  ];
}

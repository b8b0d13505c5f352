import type { EndReason, IncidentState } from "../../../../contract/incidents/incidents.ts";
import { formatCalendarDate } from "../../../../contract/time/calendar-date.ts";
import { portalTime } from "../../../../contract/time/portal-time.ts";
import type { IncidentMemberTable } from "../../../db/tables/incidents.ts";

export interface HitThing extends Pick<IncidentMemberTable, "targetType" | "label" | "status" | "since" | "until"> {
  /** It answers otherwise. */
  isPartial: boolean;
}

export interface Hit {
  state: IncidentState;
  endReason: EndReason | null;
  /** What of the customer's is or was hit; never empty. */
  things: readonly HitThing[];
}

/**
 * How it stands for one customer. `merged` is an incident that went on as part of a larger one, `unwatched` what nobody
 * has looked at since: of both nothing is known but that it failed.
 */
type Standing = "ongoing" | "over" | "falseAlarm" | "known" | "merged" | "unwatched";

/** What is written to a customer of an incident: nothing that is untrue of their own things. */
export function draftTo(hit: Hit, sender: string): { subject: string; text: string } {
  const standing = standingOf(hit);
  const things = namedIn(hit, standing);
  const trouble = things.every(({ isPartial }) => isPartial) ? "Einschränkung" : "Störung";
  const what = nameOf(things);
  const since = things.map((each) => each.since).toSorted()[0] ?? "";
  const parts: Record<Standing, () => [subject: string, ...paragraphs: string[]]> = {
    ongoing: () => [
      `${trouble} bei ${what}`,
      ...brokenSince(since, things, "ist"),
      ...restored(hit.things.filter(isBack)),
      "Wir arbeiten daran und melden uns, sobald alles wieder läuft.",
    ],
    over: () => [
      `Behoben: ${trouble} bei ${what}`,
      ...brokenSince(since, things, "war"),
      `Die ${trouble} ist behoben, alles läuft wieder.`,
    ],
    falseAlarm: () => [
      `Entwarnung: keine ${trouble} bei ${what}`,
      `unsere Überwachung hat am ${moment(since)} eine ${trouble} gemeldet:`,
      listOf(things),
      `Das war ein Fehlalarm: Es gab keine ${trouble}.`,
    ],
    known: () => [
      `Hinweis: ${trouble} bei ${what}`,
      ...noticed(since, things),
      `Uns ist bekannt, woran das liegt. ${ask}`,
    ],
    merged: () => [
      `Hinweis: ${trouble} bei ${what}`,
      ...noticed(since, things),
      `Das gehört zu einer größeren Störung. ${ask}`,
    ],
    unwatched: () => [`Hinweis: ${trouble} bei ${what}`, ...noticed(since, things), ask],
  };
  const [subject, ...paragraphs] = parts[standing]();
  return { subject, text: ["Guten Tag,", ...paragraphs, `Freundliche Grüße\n${sender}`].join("\n\n") };
}

const ask = "Wenn Sie Fragen dazu haben, melden Sie sich gern.";

const isBack = ({ status }: HitThing) => status === "online";

function standingOf({ state, endReason, things }: Hit): Standing {
  if (endReason === "falseAlarm" || endReason === "known") return endReason;
  if (state === "closed") return endReason ? "over" : "merged";
  if (things.some(({ until }) => until === null)) return "ongoing";
  return things.some(isBack) ? "over" : "unwatched";
}

/** A person who says that it is fixed says so of all; otherwise only what was seen to answer is over. */
function namedIn({ state, things }: Hit, standing: Standing): readonly HitThing[] {
  if (standing === "ongoing") return things.filter(({ until }) => until === null);
  if (standing === "over" && state !== "closed") return things.filter(isBack);
  return things;
}

const nouns = { website: "Websites", domain: "Domains", host: "Server" } as const;

function nameOf(things: readonly HitThing[]): string {
  const [first] = things;
  if (things.length === 1 && first) return first.label;
  const kinds = new Set(things.map(({ targetType }) => targetType));
  return `${things.length} Ihrer ${kinds.size === 1 && first ? nouns[first.targetType] : "Angebote"}`;
}

/** What was never away is not said to be: of that only a part fails. */
function brokenSince(since: string, things: readonly HitThing[], is: "ist" | "war"): string[] {
  const [away, impaired] = [things.filter((each) => !each.isPartial), things.filter((each) => each.isPartial)];
  const lead = `seit ${moment(since)} ${is} Folgendes`;
  const partial = "nur eingeschränkt nutzbar, aber erreichbar:";
  return [
    ...(away.length > 0 ? [`${lead} nicht oder nur eingeschränkt erreichbar:`, listOf(away)] : []),
    ...(impaired.length > 0
      ? [away.length > 0 ? `Dabei ${is} ${partial}` : `${lead} ${partial}`, listOf(impaired)]
      : []),
  ];
}

/** Says what was seen, and nothing of how it is since. */
const noticed = (since: string, things: readonly HitThing[]) => [
  `am ${moment(since)} hat unsere Überwachung bemerkt, dass Folgendes nicht oder nur eingeschränkt nutzbar war:`,
  listOf(things),
];

const restored = (things: readonly HitThing[]) =>
  things.length > 0 ? ["Schon wieder in Ordnung:", listOf(things)] : [];

const listOf = (things: readonly HitThing[]) => things.map(({ label }) => `- ${label}`).join("\n");

function moment(at: string): string {
  const { day, time } = portalTime(new Date(at));
  return `${formatCalendarDate(day)}, ${time} Uhr`;
}

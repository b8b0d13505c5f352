import { dayMs, secondMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type NewChangeEvent, recordChangeEvents } from "../../../server/features/change-events/record.ts";
import { readSites, type Stage } from "../stage.ts";
import { hashOf } from "../tempo.ts";
import type { DemoNames } from "./zones.ts";

type Noticed = Omit<NewChangeEvent, "target">;

/** What happens to websites in a year, each to some of them. */
const ofWebsites = (name: string): readonly Noticed[] => [
  { source: "website", kind: "title", before: ["Startseite"], after: ["Willkommen"] },
  { source: "technology", kind: "technology", part: "Matomo", before: null, after: ["Matomo"] },
  { source: "legal", kind: "thirdParty", before: ["Google Fonts"], after: ["Google Fonts", "YouTube"] },
  { source: "technology", kind: "consent", part: "Borlabs Cookie", before: ["Borlabs Cookie"], after: null },
  {
    source: "legal",
    kind: "legalPage",
    part: "Datenschutz",
    before: [`https://${name}/datenschutzerklaerung`],
    after: [`https://${name}/datenschutz`],
  },
  { source: "website", kind: "banner", before: ["nginx/1.26.3"], after: ["nginx/1.28.0"] },
  { source: "website", kind: "header", part: "strict-transport-security", before: null, after: ["max-age=31536000"] },
  { source: "technology", kind: "consentTool", before: ["Cookie Notice"], after: ["Borlabs Cookie"] },
  { source: "website", kind: "robots", before: ["zugelassen"], after: ["Meta-Angabe „robots: noindex“"] },
  { source: "website", kind: "size", before: ["48 kB"], after: ["131 kB"] },
];

/** And to domains; `name` stands for each one's own. */
const ofDomains = (name: string): readonly Noticed[] => [
  { source: "dns", kind: "records", part: `${name} TXT`, before: ["v=spf1 a -all"], after: ["v=spf1 mx -all"] },
  { source: "mail", kind: "mailGrade", before: ["C"], after: ["B"] },
  { source: "dns", kind: "caa", part: name, before: null, after: ["0 issue letsencrypt.org"] },
  { source: "registration", kind: "registryStatus", before: ["aktiv"], after: ["aktiv", "Transfersperre"] },
  {
    source: "dns",
    kind: "nameservers",
    before: ["ns1.altprovider.example", "ns2.altprovider.example"],
    after: ["ns1.nordlicht.example", "ns2.nordlicht.example"],
  },
  { source: "dns", kind: "mx", before: ["10 mx.altprovider.example"], after: ["10 mail09.nordlicht.example"] },
];

const yearMs = 365 * dayMs;
/** What came later would stand beside what the portal notices itself. */
const untilMs = 3 * dayMs;

/** What a portal that has watched for a year would have noticed, each at its time. */
export async function noticeChanges(stage: Stage, { domains }: DemoNames): Promise<void> {
  const known = await stage.services.db.selectFrom("domains").select(["id", "nameAce"]).execute();
  const idOf = new Map(known.map(({ nameAce, id }) => [nameAce, id]));
  const sites = (await readSites(stage)).flatMap(({ id, name }) =>
    chosenOf(name, ofWebsites(name), 2).map((event) => ({ ...event, target: { type: "website", id } as const })),
  );
  const moved = domains.flatMap(({ nameAce }) => {
    const id = idOf.get(nameAce);
    return id
      ? chosenOf(nameAce, ofDomains(nameAce), 1).map((event) => ({ ...event, target: { type: "domain", id } as const }))
      : [];
  });
  const dated = [...sites, ...moved].map((event) => {
    const hash = hashOf(`${event.target.id} ${event.kind} ${event.after?.join()}`);
    const agoMs = untilMs + (hash % ((yearMs - untilMs) / secondMs)) * secondMs;
    return { event, at: new Date(stage.present.getTime() - agoMs) };
  });
  for (const { event, at } of dated.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    stage.setClock(at);
    await transact(systemContext(stage.services), (tx) => recordChangeEvents(tx, [event]));
  }
  stage.setClock(stage.present);
}

/** Some of what may happen, the same for the same name every time. What alarms happens to few. */
function chosenOf(name: string, all: readonly Noticed[], count: number): Noticed[] {
  const hash = hashOf(`${name} noticed`);
  const isRare = ({ kind }: Noticed) => ["robots", "consent", "nameservers", "mx"].includes(kind);
  return Array.from({ length: count }, (_, index) => all[(hash + index * 3) % all.length]).flatMap((event) =>
    event && (!isRare(event) || hash % 5 === 0) ? [event] : [],
  );
}

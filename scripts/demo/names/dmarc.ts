import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { systemContext } from "../../../server/db/transact.ts";
import { keepReport } from "../../../server/features/dmarc/commands.ts";
import type { DmarcReport, SourceCount } from "../../../server/features/dmarc/read-report.ts";
import type { Stage } from "../stage.ts";
import { hashOf } from "../tempo.ts";
import { type DemoNames, hasMail, mailServer, protectionOf } from "./zones.ts";

const reporting = 14;
const weeks = 13;
export const receivers = ["postamt.example", "Briefkasten AG", "mailwerk.example"] as const;
const newsletter = "198.51.100.40";
const forgers = ["192.0.2.77", "192.0.2.140", "198.51.100.201"] as const;

/** Reports of three receivers about the last quarter, as the mailbox would have brought them. */
export async function receiveReports(stage: Stage, names: DemoNames): Promise<void> {
  const { db } = stage.services;
  const [own = ""] = names.addresses[mailServer] ?? [];
  for (const { nameAce } of reportedDomains(names)) {
    const { id } = await db
      .selectFrom("domains")
      .select("id")
      .where("nameAce", "=", nameAce)
      .where("archivedAt", "is", null)
      .executeTakeFirstOrThrow();
    for (let ago = weeks; ago >= 1; ago -= 1)
      for (const org of receivers) {
        const endsAt = new Date(stage.present.getTime() - (ago - 1) * 7 * dayMs - 9 * hourMs);
        stage.setClock(endsAt);
        await keepReport(systemContext(stage.services), id, reportOf({ domain: nameAce, org, endsAt, ago, own }));
      }
  }
  stage.setClock(stage.present);
}

/** The domains about which receivers report: they ask for it. */
export const reportedDomains = ({ domains }: DemoNames): DemoNames["domains"] =>
  domains
    .filter((domain) => hasMail(domain) && ["all", "reports"].includes(protectionOf(domain.nameAce)))
    .slice(0, reporting);

interface Week {
  domain: string;
  org: string;
  endsAt: Date;
  /** Weeks ago, one for the last. */
  ago: number;
  /** The address of the agency's own mail server. */
  own: string;
}

/** The newsletter was signed in the domain's name five weeks ago; before, it failed. */
const signedAgo = 5;

export function reportOf({ domain, org, endsAt, ago, own }: Week): DmarcReport {
  const chance = hashOf(`${domain} ${org} ${ago}`);
  const policy = protectionOf(domain) === "reports" ? "none" : hashOf(domain) % 3 === 0 ? "reject" : "quarantine";
  const isSigned = ago <= signedAgo;
  const letters = 40 + (chance % 160);
  const mailing = hashOf(domain) % 3 === 0 ? 0 : 120 + ((chance >>> 4) % 240);
  const forged = (chance >>> 9) % 23;
  const stops = policy !== "none";
  const sources: SourceCount[] = [
    { ip: own, messages: letters, passed: letters, dkimPassed: letters, spfPassed: letters - (chance % 4), stopped: 0 },
    {
      ip: newsletter,
      messages: mailing,
      passed: isSigned ? mailing : 0,
      dkimPassed: isSigned ? mailing : 0,
      spfPassed: 0,
      stopped: isSigned || !stops ? 0 : mailing,
    },
    {
      ip: forgers[chance % forgers.length] ?? "",
      messages: forged,
      passed: 0,
      dkimPassed: 0,
      spfPassed: 0,
      stopped: stops ? forged : 0,
    },
  ];
  return {
    org,
    reportId: `${domain}-${ago}`,
    domain,
    policy,
    beginsAt: new Date(endsAt.getTime() - 7 * dayMs).toISOString(),
    endsAt: endsAt.toISOString(),
    sources: sources.filter(({ messages }) => messages > 0),
  };
}

import { domainToASCII } from "node:url";
import type { z } from "zod";
import type { oneTarget } from "../../../contract/lookups/lookups.ts";
import type { EndingList, EndingRow } from "../../../contract/registrations/endings.ts";
import {
  type RawAnswer,
  type Registration,
  type RegistrationView,
  specialEndings,
} from "../../../contract/registrations/registrations.ts";
import { hasAbility } from "../../../contract/roles.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import { whoisServerOf } from "../../lookups/registration/ask-whois.ts";
import { rdapServerOf } from "../../lookups/registration/servers.ts";
import { notFound } from "../../problem.ts";
import { isReadable } from "../../records/readable.ts";
import type { RecordContext } from "../../records/record-context.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Person } from "../../trpc/context.ts";
import { readLookup } from "../lookups/queries.ts";
import { sourceOfEnd } from "../terms/feed-term.ts";
import { readAnswers } from "./answers.ts";
import { readEnding } from "./endings.ts";
import { readFetched, readListState } from "./rdap-list.ts";

/** What the registry said of a domain last. Throws not_found. */
export async function readRegistration(
  { db, now, person }: RecordContext,
  { id }: z.infer<typeof oneTarget>,
): Promise<RegistrationView> {
  const domain = await db
    .selectFrom("domains")
    .select(["nameAce", "tld", "renewsAt"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!domain) throw notFound();
  const looked = await readLookup<Registration>(db, "registration", id);
  const registration = looked?.answer ? withoutHidden(looked.answer, person) : null;
  const { renewsAt: on } = domain;
  const renewal = on === null ? null : { on, source: await sourceOfEnd(db, { type: "domain", id }, on) };
  const day = registration?.expiresOn ?? null;
  const isEntered = renewal?.source === "manual" || renewal?.source === "import";
  const isOther = isEntered && day !== null && day !== renewal.on && day >= portalDate(now());
  const { confirmDays, quarantineDays } = await readSettings(db, "domains");
  return {
    holderCheck: { confirmDays, quarantineDays },
    lookup: looked?.state ?? null,
    registration,
    renewal,
    otherDay: isOther ? day : null,
    note: await noteOf(db, domain.nameAce, domain.tld),
  };
}

/** Who holds a domain is for those who may see holders. */
const withoutHidden = (registration: Registration, { role }: Pick<Person, "role">): Registration =>
  hasAbility(role, "seeHolders") ? registration : { ...registration, holder: null };

async function noteOf(db: Db, nameAce: string, tld: string): Promise<string | null> {
  const ending = await readEnding(db, nameAce);
  if (ending.hidesExpiry)
    return `Für .${tld} veröffentlicht die Registry kein Ablaufdatum. Es gilt das Datum der nächsten Verlängerung.`;
  if (ending.rdap || ending.whois || whoisServerOf(nameAce)) return null;
  if (rdapServerOf(nameAce, await readFetched(db))) return null;
  return `Für .${tld} kennt das Portal keine Auskunft (RDAP, WHOIS). Trage die Daten von Hand ein.`;
}

/** The last answers as they came, without people; for those who may see holders. Throws not_found. */
export async function listAnswers(
  { db, person }: RecordContext,
  { id }: z.infer<typeof oneTarget>,
): Promise<RawAnswer[]> {
  if (!(await isReadable(db, { type: "domain", id }, person))) throw notFound();
  return readAnswers(db, id);
}

/** The endings with how their registries are asked, what is usual for them, and how many domains have them. */
export async function listEndings({ db }: RecordContext): Promise<EndingList> {
  const { endings } = await readSettings(db, "domains");
  const counted = await db
    .selectFrom("domains")
    .select((eb) => ["tld", eb.fn.countAll<number>().as("count")])
    .where("archivedAt", "is", null)
    .groupBy("tld")
    .execute();
  const counts = new Map(counted.map(({ tld, count }) => [tld, Number(count)]));
  const names = new Set([...counts.keys(), ...endings.map(({ ending }) => ending), ...specialEndings]);
  const fetched = await readFetched(db);
  const rows = [...names].map(async (ending): Promise<EndingRow> => {
    const name = `name.${domainToASCII(ending)}`;
    const { rdap, whois, hidesExpiry, paceMs } = await readEnding(db, name);
    const server = rdap ?? whois ?? rdapServerOf(name, fetched) ?? whoisServerOf(name) ?? null;
    const count = counts.get(ending) ?? 0;
    return {
      ending,
      count,
      server,
      hidesExpiry,
      paceMs,
      decided: endings.find((each) => each.ending === ending) ?? null,
    };
  });
  const list = await readListState(db);
  const order = (one: EndingRow, other: EndingRow) => other.count - one.count || one.ending.localeCompare(other.ending);
  return { list, rows: (await Promise.all(rows)).toSorted(order) };
}

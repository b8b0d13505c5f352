import { sql } from "kysely";
import type { IncidentFacts, IncidentSupport } from "../../../contract/incidents/incident-page.ts";
import type { Queryable } from "../../search/run.ts";

/** Whom to call about what is at the root: who runs the host of a website, or keeps the name of a domain. */
export async function readSupport(db: Queryable, { root }: IncidentFacts): Promise<IncidentSupport | null> {
  if (root?.type === "domain") return readRegistrar(db, root.id);
  if (root?.type === "provider") return readHosting(db, { hostId: null, providerId: root.id });
  const hostId = root?.type === "host" ? root.id : root?.type === "website" ? await readHostOf(db, root.id) : null;
  return hostId ? readHosting(db, { hostId, providerId: null }) : null;
}

/** Where the pages of a website lie; what stands before them, such as a delivery network, only where there is nothing else. */
async function readHostOf(db: Queryable, websiteId: string): Promise<string | null> {
  const row = await db
    .selectFrom("websiteHosts")
    .select("hostId")
    .where("websiteId", "=", websiteId)
    .where("role", "<>", "mail")
    .orderBy(sql`role <> 'web'`)
    .orderBy("hostId")
    .limit(1)
    .executeTakeFirst();
  return row?.hostId ?? null;
}

async function readHosting(
  db: Queryable,
  { hostId, providerId }: { hostId: string | null; providerId: string | null },
): Promise<IncidentSupport | null> {
  const host = hostId
    ? await db.selectFrom("hosts").selectAll().where("id", "=", hostId).executeTakeFirst()
    : undefined;
  const ofProvider = providerId ?? host?.providerId;
  const provider = ofProvider
    ? await db.selectFrom("providers").selectAll().where("id", "=", ofProvider).executeTakeFirst()
    : undefined;
  if (!host && !provider) return null;
  return {
    host: host ? { id: host.id, label: host.title } : null,
    provider: provider ? { id: provider.id, label: provider.title } : null,
    registrar: null,
    phone: host?.supportPhone ?? provider?.supportPhone ?? null,
    email: host?.supportEmail ?? provider?.supportEmail ?? null,
    contractNo: host?.contractNo ?? null,
    customerNo: provider?.customerNo ?? null,
    note: host?.emergencyNote ?? null,
  };
}

async function readRegistrar(db: Queryable, domainId: string): Promise<IncidentSupport | null> {
  const row = await db
    .selectFrom("domains as d")
    .innerJoin("registrarAccounts as a", "a.id", "d.registrarAccountId")
    .innerJoin("registrars as r", "r.id", "a.registrarId")
    .select(["r.id", "r.title as label", "r.supportPhone as phone", "r.supportEmail as email"])
    .select((eb) => eb.fn.coalesce("a.customerNo", "r.customerNo").as("customerNo"))
    .where("d.id", "=", domainId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, label, ...rest } = row;
  return { ...rest, host: null, provider: null, registrar: { id, label }, contractNo: null, note: null };
}

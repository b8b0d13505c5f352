import { readSites, type Site, type Stage, type Target } from "./stage.ts";

export interface Server extends Target {
  title: string;
  name: string;
  sites: readonly Site[];
}

/** Who of the sample agency plays which part. */
export interface Cast {
  /** Is down now. */
  broken: Server;
  /** Was down some weeks ago, and has a report. */
  recovered: Server;
  /** Was down half a year ago. */
  moved: Server;
  /** Is patched regularly. */
  patched: Server;
  slow: Site;
  endingSoon: Site;
  maintained: Site;
  /** Those that were down alone at some time. */
  singles: readonly Site[];
  /** Whose customer has a status page. */
  shown: { customerId: string; name: string; sites: readonly Site[] };
}

const aims = { broken: 7, recovered: 6, moved: 5, patched: 4 } as const;

/** Chooses the same for the same sample agency. */
export async function chooseCast(stage: Stage): Promise<Cast> {
  const sites = await readSites(stage);
  const servers = await readServers(stage, sites);
  const choose = (aim: number): Server => {
    const [found] = servers.toSorted((a, b) => Math.abs(a.sites.length - aim) - Math.abs(b.sites.length - aim));
    if (!found) throw new Error("the sample agency has too few hosts");
    servers.splice(servers.indexOf(found), 1);
    return found;
  };
  const hosts = {
    broken: choose(aims.broken),
    recovered: choose(aims.recovered),
    moved: choose(aims.moved),
    patched: choose(aims.patched),
  };
  const busy = new Set(Object.values(hosts).flatMap((host) => host.sites.map(({ id }) => id)));
  const free = sites.filter(({ id }) => !busy.has(id));
  // Each of another customer, so that nobody seems to have all the trouble.
  const taken = new Set<string | null>();
  const take = (isMeant: (site: Site) => boolean): Site => {
    const found = free.find((site) => isMeant(site) && site.customerId !== null && !taken.has(site.customerId));
    if (!found) throw new Error("the sample agency has too few websites");
    taken.add(found.customerId);
    return found;
  };
  const main = ({ kind }: Site) => kind === "company";
  const shop = ({ kind }: Site) => kind === "shop";
  return {
    ...hosts,
    slow: take(shop),
    endingSoon: take(main),
    maintained: take(shop),
    singles: [take(main), take(({ kind }) => kind === "portal"), take(main)],
    shown: await chooseShown(stage, sites, hosts.broken),
  };
}

async function readServers({ services }: Stage, sites: readonly Site[]): Promise<Server[]> {
  const rows = await services.db
    .selectFrom("hosts")
    .select(["id", "title", "hostname"])
    .where("lifecycle", "=", "active")
    .where("kind", "!=", "mail")
    .where("archivedAt", "is", null)
    .orderBy("title")
    .execute();
  return rows.map(({ id, title, hostname }) => ({
    type: "host" as const,
    id,
    title,
    name: hostname ?? "",
    sites: sites.filter(({ hostId }) => hostId === id),
  }));
}

/** A customer with several websites of whom one is down now. */
async function chooseShown({ services }: Stage, sites: readonly Site[], broken: Server): Promise<Cast["shown"]> {
  const of = (customerId: string) => sites.filter((site) => site.customerId === customerId);
  const hit = broken.sites.flatMap(({ customerId }) => customerId ?? []);
  const [customerId] = hit.toSorted((one, other) => of(other).length - of(one).length);
  if (!customerId) throw new Error("the sample agency has no customer who is hit");
  const { title } = await services.db
    .selectFrom("customers")
    .select("title")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return { customerId, name: title, sites: of(customerId) };
}

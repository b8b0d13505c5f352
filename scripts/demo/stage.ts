import { sql } from "kysely";
import type { CheckEventKind, CheckKind, CheckTargetType } from "../../contract/checks/kinds.ts";
import { storeFile } from "../../server/checks/store/open-store.ts";
import { openStore, type Store } from "../../server/checks/store/store.ts";
import { followCheckEvents } from "../../server/features/checks/follow-events.ts";
import { openWorkplace, type Workplace } from "../../server/sample/workplace.ts";
import type { PersonContext, Services } from "../../server/trpc/context.ts";
import type { Episode } from "./course.ts";
import type { DemoSite } from "./sites/site-pages.ts";

/** A check of the sample agency. */
export interface StagedCheck {
  id: string;
  kind: CheckKind;
  target: Target;
  /** The name that it asks for. */
  name: string;
}

export interface Target {
  type: CheckTargetType;
  id: string;
}

/** Where the past of the demo is played: the portal's services with their clock, and the checker's own file. */
export interface Stage {
  services: Services;
  workplace: Workplace;
  store: Store;
  /** The real time, at which the play ends. */
  present: Date;
  checks: readonly StagedCheck[];
  /** What each check has gone through, by its id. */
  episodes: Map<string, Episode[]>;
  /** Sets the clock of everything that works in the portal. */
  setClock(at: Date): void;
  /** Somebody of the team acts at the time of the clock. */
  as(name: string): PersonContext;
  /** The check that speaks for a target. */
  speaking(target: Target): StagedCheck | undefined;
  /** Has the checker tell something of checks at the time of the clock, and the portal hear of it. */
  tell(kind: CheckEventKind, of: readonly StagedCheck[], data?: Record<string, unknown>): Promise<void>;
  close(): void;
}

const speakers: readonly CheckKind[] = ["http", "ping", "dns"];

export async function openStage(services: Services, dataDir: string): Promise<Stage> {
  const store = openStore(storeFile(dataDir));
  const { now: realNow, jobs } = services;
  const present = realNow();
  let clock = present;
  services.now = () => clock;
  // A job that came in between would find at that moment of the past what is played only later, such as a report.
  services.jobs = { ...jobs, runDue: async () => undefined };
  const workplace = await openWorkplace(services);
  const checks = await readChecks(services);
  const insert = store.sqlite.prepare(
    "insert into events (at, check_id, target_type, target_id, kind, data) values (?, ?, ?, ?, ?, ?)",
  );
  return {
    services,
    workplace,
    store,
    present,
    checks,
    episodes: new Map<string, Episode[]>(),
    setClock: (at) => {
      clock = at;
    },
    as: (name) => workplace.contextOf(name, clock),
    speaking: ({ type, id }) =>
      checks.find(
        ({ kind, target }) => target.type === type && target.id === id && speakers.some((each) => each === kind),
      ),
    async tell(kind, of, data = {}) {
      store.sqlite.transaction(() => {
        for (const { id, target } of of)
          insert.run(clock.getTime(), id, target.type, target.id, kind, JSON.stringify(data));
      })();
      await followCheckEvents(services);
    },
    close() {
      services.now = realNow;
      services.jobs = jobs;
      store.close();
    },
  };
}

async function readChecks({ db }: Services): Promise<StagedCheck[]> {
  const rows = await db
    .selectFrom("checks")
    .select(["id", "kind", "targetType", "targetId", "address"])
    .where("isEnabled", "=", 1)
    .where("removedAt", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id, kind, targetType, targetId, address }) => ({
    id,
    kind,
    target: { type: targetType, id: targetId },
    name: address.replace(/:\d+$/, ""),
  }));
}

/** Adds to what checks have gone through. */
export function undergo(stage: Stage, of: readonly StagedCheck[], episode: Episode): void {
  for (const { id } of of) stage.episodes.set(id, [...(stage.episodes.get(id) ?? []), episode]);
}

/** A website that is watched, as the story needs it. */
export interface Site extends Target {
  title: string;
  kind: string | null;
  name: string;
  customerId: string | null;
  hostId: string | null;
}

export async function readSites({ services }: Stage): Promise<Site[]> {
  const { rows } = await sql<Omit<Site, "type" | "name"> & { url: string }>`
    select w.id, w.title, w.kind, w.url, w.customer_id as customer_id,
      (select host_id from website_hosts where website_id = w.id and role = 'web' limit 1) as host_id
    from websites as w where w.lifecycle = 'live' and w.archived_at is null order by w.sort_title, w.id`.execute(
    services.db,
  );
  return rows.map(({ url, ...row }) => ({ ...row, type: "website" as const, name: new URL(url).hostname }));
}

/** What the servers of the demo have to know of the websites, by name. */
export async function readDemoSites({ services }: Stage): Promise<Record<string, DemoSite>> {
  const rows = await services.db
    .selectFrom("websites as w")
    .leftJoin("customers as c", "c.id", "w.customerId")
    .select(["w.url", "w.title", "w.kind", "w.lifecycle", "w.cms", "w.cmsVersion", "w.phpVersion"])
    .select(["c.name as company", "c.billingStreet", "c.billingZip", "c.billingCity", "c.phone", "c.email"])
    .where("w.archivedAt", "is", null)
    .orderBy("w.sortTitle", "desc")
    .execute();
  const closed = rows.find(({ kind, lifecycle }) => kind === "portal" && lifecycle === "live");
  return Object.fromEntries(
    rows.map(({ url, title, kind, lifecycle: _, cms, cmsVersion, phpVersion, ...owner }) => {
      const { hostname } = new URL(url);
      const company = owner.company ?? title;
      return [
        hostname,
        {
          company,
          isShop: kind === "shop",
          cms,
          cmsVersion,
          phpVersion,
          street: owner.billingStreet ?? "Hafenstraße 1",
          locality: [owner.billingZip, owner.billingCity].filter(Boolean).join(" ") || "20457 Hamburg",
          phone: owner.phone ?? "+49 40 6696900",
          email: owner.email ?? `kontakt@${hostname}`,
          ...(url === closed?.url && { asksForSignIn: true }),
        },
      ];
    }),
  );
}

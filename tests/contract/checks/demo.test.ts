import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { LookupKind } from "../../../contract/lookups/lookups.ts";
import { strongChange } from "../../../contract/previews/previews.ts";
import { portalDate } from "../../../contract/time/today.ts";
import { type Answers, openAnswers } from "../../../scripts/demo/answers.ts";
import { createDemo } from "../../../scripts/demo/create-demo.ts";
import { detourTo } from "../../../scripts/demo/lead-inside.ts";
import { reportedDomains } from "../../../scripts/demo/names/dmarc.ts";
import { openKnownNames } from "../../../scripts/demo/names/known-names.ts";
import { answerOfRegistry } from "../../../scripts/demo/names/zones.ts";
import { newcomers } from "../../../scripts/demo/newcomers.ts";
import { designCount, designOf } from "../../../scripts/demo/sites/designs.ts";
import { answerOf } from "../../../scripts/demo/sites/site-pages.ts";
import type { World } from "../../../scripts/demo/world.ts";
import { wakeWorkers } from "../../../server/db/wake.ts";
import { readEnvironment } from "../../../server/env.ts";
import { askReservedNames } from "../../../server/features/checks/reserved-names.ts";
import { findConfirmation } from "../../../server/features/holder-confirmations/confirm.ts";
import type { Api } from "../../../server/features/router.ts";
import { createLog } from "../../../server/log.ts";
import { type Portal, startPortal } from "../../../server/portal/portal.ts";
import { reachedFrom } from "../../support/imports.ts";
import { apiOf } from "../../support/portal/portal-api.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const dataDir = temporaryFolder("demo");
const variables = { NODE_ENV: "test", PORT: "0", SOKETI_PORT: "0", DATA_DIR: dataDir };
const account = {
  ADMIN_EMAIL: "jana.petersen@nordlicht.example",
  ADMIN_NAME: "Jana Petersen",
  ADMIN_PASSWORD: "a password of the demo",
};
const renderPage = async () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } });

let world: World;
let answers: Answers;
let portal: Portal;
let api: Api;
/** Something of this machine that is no part of the demo. */
let neighbour: Server;
/** When the browser was to look at websites. */
let planned: readonly { dueAt: string }[];

const start = (env: Record<string, string>, options = {}) =>
  startPortal(readEnvironment({ ...variables, ...env }), createLog("silent"), { renderPage, ...options });

beforeAll(async () => {
  const quiet = await start({ ...account, MONITORING: "off" });
  const admin = await quiet.services.db.selectFrom("users").select(["id", "email"]).executeTakeFirstOrThrow();
  world = await createDemo(quiet.services, { admin, dataDir });
  planned = await holdBrowser(quiet);
  await quiet.stop();
  answers = await openAnswers(dataDir);
  portal = await start(
    {
      MONITORING: "on",
      CHECK_RESOLVER: answers.nameServer,
      DNS_ROOT: answers.dnsRoot ?? "",
      DNS_ROOT_ANCHOR: answers.dnsAnchor ?? "",
    },
    {
      checkerProgram: path.join(root, "scripts/demo/checker.ts"),
      browserProgram: path.join(root, "scripts/demo/browser.ts"),
      detourOf: detourTo(answers),
    },
  );
  api = await apiOf({ portal }, admin);
  neighbour = createServer((_, response) => response.end("<p>geheim</p>")).listen(0, "127.0.0.1");
});
afterAll(async () => {
  await portal.stop();
  await answers.close();
  neighbour.close();
  askReservedNames(false);
});

/** What is told here needs no browser, which would take its time. */
async function holdBrowser({ services: { db } }: Portal): Promise<readonly { dueAt: string }[]> {
  const rows = await db.selectFrom("lookups").select("dueAt").where("kind", "=", "legal").execute();
  const never = { dueAt: "2999-01-01T00:00:00.000Z" };
  await db.updateTable("lookups").set(never).where("kind", "=", "legal").execute();
  await db.updateTable("previews").set(never).execute();
  return rows;
}

/** The portal leaves a registry alone between two questions, which takes a minute for those who wait their turn. */
async function endPausesOfRegistry(): Promise<void> {
  const { db, now } = portal.services;
  await db.deleteFrom("lookupPaces").execute();
  await db
    .updateTable("lookups")
    .set({ dueAt: now().toISOString() })
    .where("kind", "=", "registration")
    .where("answeredAt", "is", null)
    .execute();
  wakeWorkers(db, ["lookups"]);
}

async function siteCalled(name: string) {
  const { id } = await portal.services.db
    .selectFrom("websites")
    .select("id")
    .where("url", "in", [`https://${name}`, `https://${name}/`])
    .executeTakeFirstOrThrow();
  return { type: "website" as const, id };
}

const openIncidents = async () =>
  (await api.incident.list({ where: [{ field: "state", is: "oneOf", values: ["open", "claimed"] }] })).data;

const usual = () => {
  const [name] = world.secured.filter((each) => ![world.silent, world.slow, world.endingSoon].flat().includes(each));
  return siteCalled(name ?? "");
};

describe("the past of the demo", () => {
  it("has one open outage, of a host with its websites", async () => {
    const [incident, ...others] = await openIncidents();
    expect(others).toEqual([]);
    expect(incident?.values).toMatchObject({ state: "open", memberCount: world.silent.length });
    expect(world.silent.length).toBeGreaterThan(4);
  });

  it("says what changed before the outage that is open, and what to do", async () => {
    const [incident] = await openIncidents();
    const { changesBefore, runbooks } = await api.incident.page({ id: incident?.id ?? "" });
    expect(changesBefore.map(({ text }) => text)).toEqual([
      "Serverkennung: nginx/1.26.3 → nginx/1.28.0",
      "Auslieferung: 2.8.0 → 2.8.1",
      expect.stringContaining("PHP-Versionen"),
    ]);
    expect(changesBefore.map(({ by }) => by?.label)).toEqual([undefined, undefined, "Timo Brandt"]);
    expect(runbooks).toMatchObject([{ label: "Notfallplan", pin: { kind: "provider" } }]);
  });

  it("has outages that are over, one with a report", async () => {
    const { data } = await api.incident.list({
      where: [{ field: "state", is: "oneOf", values: ["resolved", "closed"] }],
    });
    expect(data.length).toBeGreaterThan(3);
    const pages = await portal.services.db
      .selectFrom("pages")
      .select("title")
      .where("title", "like", "Nachbericht zu%")
      .execute();
    expect(pages).toHaveLength(1);
  });

  it("was measured for thirteen months, day by day, hour by hour and look by look", async () => {
    const site = await usual();
    const year = await api.check.availability({ ...site, range: "1y" });
    const month = await api.check.availability({ ...site, range: "30d" });
    const day = await api.check.availability({ ...site, range: "24h" });
    for (const { points, uptime } of [year, month, day]) {
      const known = points.slice(0, -1).filter(({ seconds }) => (seconds.online ?? 0) + (seconds.degraded ?? 0) > 0);
      expect(known.length).toBeGreaterThan(points.length * 0.95);
      expect(uptime).toBeGreaterThan(9900);
    }
    const [strip] = await api.check.strips({ type: "website", ids: [site.id] });
    // Of a day that has just begun no hour is summed up yet.
    expect(strip?.days.slice(0, -1).filter((state) => state === "unknown")).toEqual([]);
  });

  it("has earlier pictures of websites, one a month and one of a relaunch", async () => {
    const { db } = portal.services;
    const sites = await db.selectFrom("previewPictures").select("websiteId").distinct().execute();
    const kept = await Promise.all(sites.map(({ websiteId }) => api.preview.kept({ id: websiteId })));
    const of = (isRelaunched: boolean) =>
      kept.filter((pictures) => isRelaunched === pictures.some(({ distance }) => (distance ?? 0) > strongChange));
    expect(of(false).map((pictures) => pictures.length)).toEqual([4, 4, 4, 4, 4]);
    expect(of(true).map((pictures) => pictures.length)).toEqual([5]);
    for (const pictures of of(false)) {
      const months = pictures.map(({ takenAt }) => portalDate(takenAt).slice(0, 7));
      expect(new Set(months).size).toBe(pictures.length);
      expect(months).not.toContain(portalDate(new Date()).slice(0, 7));
    }
    const [picture] = kept[0] ?? [];
    const { state, picture: shown, earlier } = await api.preview.get({ id: sites[0]?.websiteId ?? "" });
    expect({ state, key: shown?.desktopKey, isMore: earlier > 1 }).toEqual({
      state: "current",
      key: picture?.desktopKey,
      isMore: true,
    });
    const changes = await db.selectFrom("changeEvents").select("isPlanned").where("kind", "=", "look").execute();
    expect(changes).toEqual([{ isPlanned: 1 }]);
  });

  it("shows a slow website, one in maintenance, and a certificate near its end", async () => {
    const of = async (status: string) =>
      (await api.website.list({ where: [{ field: "status", is: "oneOf", values: [status] }] })).data;
    expect(await of("maintenance")).toHaveLength(1);
    const degraded = (await of("degraded")).map(({ id }) => id);
    const ending = await siteCalled(world.endingSoon[0] ?? "");
    expect(degraded.toSorted()).toEqual([(await siteCalled(world.slow[0] ?? "")).id, ending.id].toSorted());
    const [certificate] = await api.check.certificates(ending);
    expect(certificate).toMatchObject({ level: "critical", facts: { isTrusted: true, matchesName: true } });
    // Lists and the dashboard know of it before anybody has looked again.
    const near = await api.website.list({ where: [{ field: "certificateLevel", is: "oneOf", values: ["critical"] }] });
    expect(near.data.map(({ id }) => id)).toContain(ending.id);
  });
});

describe("the names of the demo", () => {
  const answered = async (kind: LookupKind) =>
    (
      await portal.services.db
        .selectFrom("lookups")
        .select("targetId")
        .where("kind", "=", kind)
        .where("answeredAt", "is not", null)
        .execute()
    ).length;

  it("are asked from the root downwards, with mail of every grade, and none is missing", async () => {
    await vi.waitFor(async () => expect(await answered("dns")).toBe(world.names.domains.length));
    const rows = await portal.services.db
      .selectFrom("domains")
      .select(["mail", "delegation"])
      .where("archivedAt", "is", null)
      .execute();
    expect(new Set(rows.map(({ mail }) => mail))).toEqual(new Set(["A", "B", "C", "D", "F"]));
    expect(new Set(rows.map(({ delegation }) => delegation))).toEqual(new Set(["delegated"]));
  });

  it("are signed up to a root of the demo's own, one chain broken and one about to end", async () => {
    await vi.waitFor(async () => expect(await answered("dns")).toBe(world.names.domains.length));
    const { rows } = await sql<{ state: string; domains: number; seen: number }>`
      select l.answer_json ->> '$.dnssec.state' as state, count(*) as domains, sum(d.dnssec) as seen from lookups as l
      inner join domains as d on d.id = l.target_id where l.kind = 'dns' group by 1`.execute(portal.services.db);
    const counts = new Map(rows.map(({ state, domains }) => [state, Number(domains)]));
    expect([...counts.keys()].toSorted()).toEqual(["broken", "expiring", "unsigned", "valid"]);
    expect([counts.get("broken"), counts.get("expiring")]).toEqual([1, 1]);
    expect(counts.get("valid")).toBeGreaterThan(15);
  });

  it("have a registry that tells what the portal knows, and moves no day", async () => {
    await vi.waitFor(
      async () => {
        await endPausesOfRegistry();
        expect(await answered("registration")).toBeGreaterThan(1);
      },
      { interval: 200 },
    );
    const { rows } = await sql<{ own: string; told: string }>`
      select d.renews_at as own, l.answer_json ->> '$.expiresOn' as told from lookups as l
      inner join domains as d on d.id = l.target_id
      where l.kind = 'registration' and l.answer_json is not null`.execute(portal.services.db);
    for (const { own, told } of rows) expect(told).toBe(own);
  });

  it("lead websites without a host to two servers that nobody has entered", async () => {
    await vi.waitFor(async () => expect((await api.address.proposals({})).waitingCount).toBe(0));
    const { proposals, behindCdn } = await api.address.proposals({});
    expect(proposals.map(({ name, host }) => [name, host])).toEqual([
      ["srv7.gutgehostet.example", null],
      ["srv8.gutgehostet.example", null],
    ]);
    expect(behindCdn).toMatchObject([{ label: "Cloudflare" }]);
  });

  it("have been reported on by receivers of mail for a quarter", async () => {
    const domain = await portal.services.db.selectFrom("dmarcReports").select("domainId").executeTakeFirstOrThrow();
    const { weeks, sources, messages, passed } = await api.dmarc.get({ id: domain.domainId });
    expect(weeks.filter((week) => week.passed > 0).length).toBeGreaterThan(11);
    expect(sources.some(({ host }) => host?.label === "mail09")).toBe(true);
    expect(passed).toBeLessThan(messages);
  });

  it("have a mailbox from which the portal fetches the reports of yesterday, each once", async () => {
    const came = await api.dmarc.fetchMailbox({});
    expect(came.unread).toMatchObject([{ subject: "Report Domain: fremde-agentur.example" }]);
    const kept = () =>
      portal.services.db.selectFrom("dmarcReports").select("id").where("reportId", "like", "%-____-__-__").execute();
    expect(await kept()).toHaveLength(reportedDomains(world.names).length);
    await api.dmarc.fetchMailbox({});
    expect(await kept()).toHaveLength(reportedDomains(world.names).length);
  });

  it("have holders of whom some have answered, one is asked now, and two whose registry waits", async () => {
    const { db } = portal.services;
    const asked = await db.selectFrom("holderConfirmations").select(["answeredAt", "expiresOn"]).execute();
    const today = portalDate(new Date());
    expect(asked.filter(({ answeredAt }) => answeredAt !== null).length).toBeGreaterThan(3);
    expect(asked.filter(({ answeredAt, expiresOn }) => answeredAt === null && expiresOn >= today)).toHaveLength(1);
    expect(asked.filter(({ answeredAt, expiresOn }) => answeredAt === null && expiresOn < today)).toHaveLength(1);
    const { rows } = await sql<{ status: string; own: number }>`select nis2_status as status,
      sum(holder_email = 'inhaber@' || name_ace) as own from domains
      where nis2_deadline_at is not null or holder_email like 'inhaber@%' group by 1 order by 1`.execute(db);
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(["overdue", "requested"]));
    expect(rows.reduce((sum, { own }) => sum + Number(own), 0)).toBe(1);
    const moving = await db.selectFrom("domains").select("id").where("movingUntil", ">=", today).execute();
    expect(moving).toHaveLength(1);
    const open = world.pages.find(({ label }) => label.startsWith("Frage an den Inhaber"));
    const token = open?.path.split("/").at(-1) ?? "";
    expect((await findConfirmation(portal.services, token))?.items).toHaveLength(1);
  });

  it("have findings at every website that is live, and runs of half a year at some, with what was mended", async () => {
    const { db } = portal.services;
    const live = await db
      .selectFrom("websites")
      .select(["id", "legalState"])
      .where("lifecycle", "=", "live")
      .where("archivedAt", "is", null)
      .execute();
    expect(live.filter(({ legalState }) => legalState === null)).toEqual([]);
    expect(new Set(live.map(({ legalState }) => legalState)).size).toBeGreaterThan(2);
    const [run] = await db
      .selectFrom("legalRuns")
      .select(["websiteId", db.fn.countAll<number>().as("runs")])
      .groupBy("websiteId")
      .orderBy("runs", "desc")
      .execute();
    const { trend, findings } = await api.legal.get({ id: run?.websiteId ?? "" });
    expect(trend.length).toBeGreaterThan(20);
    expect(trend[0]?.bad).toBeGreaterThan(trend.at(-1)?.bad ?? 0);
    const gone = findings.filter(({ state }) => state === "gone").map(({ rule }) => rule.id);
    expect(gone).toEqual(expect.arrayContaining(["cookies-tracking", "axe"]));
    const [notice] = await db.selectFrom("providerNotices").select("endedAt").execute();
    expect(notice).toEqual({ endedAt: null });
  });

  it("have one website that nobody can look at without signing in, and findings that were accepted for a reason", async () => {
    const { db } = portal.services;
    const closed = await db.selectFrom("websites").select("id").where("legalState", "=", "unchecked").execute();
    expect(closed).toHaveLength(1);
    const { run, state } = await api.legal.get({ id: closed[0]?.id ?? "" });
    expect({ state, why: run?.uncheckable }).toEqual({
      state: "unchecked",
      why: "Die Startseite verlangt eine Anmeldung.",
    });
    const accepted = await db
      .selectFrom("legalFindings")
      .select(["websiteId", "acceptedReason"])
      .where("acceptedAt", "is not", null)
      .execute();
    expect(accepted.map(({ acceptedReason }) => acceptedReason)).toEqual([
      expect.stringContaining("Relaunch"),
      expect.stringContaining("Datenschutzbeauftragten"),
    ]);
  });

  it("lie on servers of which one will be full one day, and one has a port open that surprises", async () => {
    const { hostId } = await portal.services.db.selectFrom("hostUsageDays").select("hostId").executeTakeFirstOrThrow();
    const { usage } = await api.address.host({ id: hostId });
    expect(usage.days.length).toBeGreaterThan(40);
    expect(usage.forecast).toMatchObject({ kind: "full" });
    const scanned = await portal.services.db
      .selectFrom("hosts")
      .select("id")
      .where("scansPorts", "=", 1)
      .executeTakeFirstOrThrow();
    const { ports, panels } = await api.address.host({ id: scanned.id });
    expect(ports.open.some(({ risk }) => risk !== undefined)).toBe(true);
    expect(panels).toMatchObject([{ name: "Plesk", isSeen: true }]);
  });

  it("and the websites have changed over a year, month by month, each noticed by what notices it", async () => {
    const rows = await portal.services.db.selectFrom("changeEvents").select(["at", "source", "kind"]).execute();
    expect(new Set(rows.map(({ at }) => at.slice(0, 7))).size).toBeGreaterThan(10);
    const noticed = new Set(rows.map(({ source, kind }) => `${source} ${kind}`));
    expect([...noticed].filter((each) => each.startsWith("legal")).toSorted()).toEqual([
      "legal legalPage",
      "legal thirdParty",
    ]);
    expect([...noticed]).toEqual(
      expect.arrayContaining(["website header", "website robots", "technology consent", "technology consentTool"]),
    );
  });
});

describe("the servers of the demo", () => {
  it("answer for its websites to the portal's own probes", async () => {
    const { results } = await api.check.run(await usual());
    expect(results).toContainEqual(expect.objectContaining({ outcome: "ok", httpStatus: 200 }));
  });

  it("leave the outage that is open, as one incident", async () => {
    const before = await openIncidents();
    const { results } = await api.check.run(await siteCalled(world.silent[1] ?? ""));
    expect(results).toContainEqual(expect.objectContaining({ outcome: "failed", code: "refused" }));
    const after = await openIncidents();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]?.values.memberCount).toBe(before[0]?.values.memberCount);
  });

  it("are there for its canaries while the process that answers for names is busy", async () => {
    const canary = "gegenprobe-1.example";
    const { resolveName } = detourTo({ ...answers, nameServer: "127.0.0.1:9" })(canary) ?? {};
    expect(await resolveName?.(canary)).toEqual([{ address: "127.0.0.1", family: 4 }]);
    const { values } = await api.setting.get({ section: "monitoring" });
    expect(values).toMatchObject({ canaries: expect.arrayContaining([`${canary}:443`]) });
  });

  it("answer for those of the companies that somebody adds", async () => {
    const { id } = await api.website.create({
      body: { url: "https://www.optik-habicht.example", lifecycle: "live" },
    });
    const { results } = await api.check.run({ type: "website", id });
    expect(results).toContainEqual(expect.objectContaining({ outcome: "ok", httpStatus: 200 }));
  });

  it("know nothing of a name that belongs to nobody: to checks, to a discovery and at the registry", async () => {
    const unknown = "gibt-es-nicht.example";
    const { id } = await api.website.create({ body: { url: `https://www.${unknown}`, lifecycle: "live" } });
    const { results } = await api.check.run({ type: "website", id });
    expect(results).toContainEqual(expect.objectContaining({ outcome: "failed", code: "dnsNotFound" }));
    const { id: discoveryId } = await api.discovery.create({ urls: [unknown] });
    await vi.waitFor(async () => expect((await api.discovery.get({ id: discoveryId })).done).toBe(1));
    const { urls } = await api.discovery.get({ id: discoveryId });
    expect(urls[0]?.steps).toContainEqual(expect.objectContaining({ step: "reach", state: "failed" }));
    const { status } = answerOfRegistry(world, `/domain/${unknown}`, () => []);
    expect(status).toBe(404);
    expect(answerOfRegistry(world, "/domain/domainkontor.example", () => []).status).toBe(200);
  });

  it("know every name that the checks of the sample agency ask for", async () => {
    const isKnown = openKnownNames(world);
    const checks = await portal.services.db
      .selectFrom("checks")
      .select("address")
      .where("kind", "in", ["http", "tls", "ping", "tcp", "smtp", "dns"])
      .where("removedAt", "is", null)
      .execute();
    const names = new Set(checks.map(({ address }) => address.replace(/:\d+$/, "")));
    const added = /gibt-es-nicht|^[\d.]+$/;
    expect([...names].filter((name) => !isKnown(name) && !added.test(name))).toEqual([]);
  });

  it("open no way to anything else on this machine", async () => {
    const url = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`;
    const { id } = await api.website.create({ body: { url, lifecycle: "live" } });
    const { results } = await api.check.run({ type: "website", id });
    expect(results).toContainEqual(expect.objectContaining({ outcome: "failed", code: "blockedNetwork" }));
  });
});

it("has a registrar that tells what it holds of the sample agency", async () => {
  const names = world.registrar.domains.map(({ nameAce }) => nameAce);
  await vi.waitFor(async () =>
    expect(await api.registrarConnection.list({})).toMatchObject([
      { error: null, domainCount: names.length, unknownCount: 2, missingCount: 1, problemCount: 0 },
    ]),
  );
  const { id, renewsAt } = await portal.services.db
    .selectFrom("domains")
    .select(["id", "renewsAt"])
    .where("nameAce", "in", names)
    .where("renewsAt", "is not", null)
    .executeTakeFirstOrThrow();
  expect(await api.registrarConnection.ofDomain({ id })).toMatchObject([
    { service: "autodns", problem: null, answer: { renewsOn: renewsAt, isLocked: true } },
  ]);
});

describe("what npm start runs", () => {
  it("knows nothing of the demo", () => {
    const reached = reachedFrom(root, ["server/portal/main.ts", "server/checks/process.ts", "scripts/start.ts"]);
    expect(reached).toContain("server/sample/agency.ts");
    expect(reached.filter((file) => file.startsWith("scripts/demo") || file.startsWith("tests/"))).toEqual([]);
  });
});

it("finds out about URLs that the sample agency does not look after", async () => {
  const names = Object.keys(newcomers);
  expect(names.length).toBeGreaterThan(20);
  const { id } = await api.discovery.create({ urls: names });
  await vi.waitFor(async () => expect((await api.discovery.get({ id })).done).toBe(names.length));
  for (const { typed, steps, proposal } of (await api.discovery.get({ id })).urls) {
    if (newcomers[typed]?.isDown) {
      expect(steps).toContainEqual(expect.objectContaining({ step: "reach", state: "failed" }));
      continue;
    }
    const states = Object.fromEntries(steps.map(({ step, state }) => [step, state]));
    const found = {
      reach: "done",
      host: "done",
      certificate: "done",
      technologies: "done",
      imprint: "done",
      customer: "done",
      mail: "done",
    };
    expect([typed, states]).toEqual([typed, expect.objectContaining(found)]);
    expect(proposal.newCustomer?.name).toBe(newcomers[typed]?.company);
    const answer = steps.find(({ step }) => step === "host")?.answer;
    expect(answer).toMatchObject({ cdn: newcomers[typed]?.isBehindCdn ? "Cloudflare" : null });
  }
});

it("watches the websites that are made of them", async () => {
  const typed = Object.keys(newcomers)
    .filter((name) => !newcomers[name]?.isDown)
    .slice(0, 5);
  const { id } = await api.discovery.create({ urls: typed });
  await vi.waitFor(async () => expect((await api.discovery.get({ id })).done).toBe(typed.length));
  const { urls } = await api.discovery.get({ id });
  const sites = urls.map(({ id: urlId }) => ({ urlId, customer: "proposed" as const }));
  const { created, refused } = await api.discovery.createSites({ id, sites });
  expect([created.length, refused]).toEqual([sites.length, []]);
  for (const { website } of created)
    await vi.waitFor(async () => {
      const { checks } = await api.check.get({ type: "website", id: website.id });
      expect(checks.map(({ kind }) => kind).sort()).toEqual(["http", "tls"]);
      // A busy machine may answer late, which is „Beeinträchtigt“ and watched all the same.
      for (const { status } of checks) expect(["online", "degraded"]).toContain(status);
    });
});

it("shows what the websites of the sample agency are made of, in ten designs", async () => {
  const { id } = await usual();
  await vi.waitFor(async () => expect((await api.technology.get({ id })).scan?.status).toBe(200));
  const designs = Object.entries(world.sites).map(([name, { isShop }]) => designOf(name, isShop));
  expect(new Set(designs).size).toBe(designCount);
  const soon = new Date(Date.now() + 60_000).toISOString();
  expect(planned.filter(({ dueAt }) => dueAt < soon).length).toBeLessThan(20);
  expect(planned.length).toBeGreaterThan(50);
});

it("answers with pages that link to their Impressum and say who runs them", () => {
  for (const [name, site] of Object.entries(world.sites)) {
    expect(answerOf(name, "/", site)).toMatchObject({ status: 200, body: expect.stringContaining("/impressum") });
    expect(answerOf(name, "/impressum", site).body).toContain(site.phone);
    expect(answerOf(name, "/gibtsnicht", site).status).toBe(404);
  }
});

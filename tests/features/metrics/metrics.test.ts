import { type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiScope } from "../../../contract/api/scopes.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

/** A database whose answers do not arrive while `isHeld` says so of a statement; `release` lets them go on. */
function openHeldAnswers() {
  let isHeld = (_statement: string): boolean => false;
  let held: (() => void)[] = [];
  const statements = new WeakMap<object, string>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.set(queryId, JSON.stringify(node));
      return node;
    },
    async transformResult({ queryId, result }) {
      if (isHeld(statements.get(queryId) ?? "")) await new Promise<void>((resolve) => held.push(resolve));
      return result;
    },
  };
  return {
    plugin,
    hold(which: typeof isHeld = () => true) {
      isHeld = which;
    },
    count: () => held.length,
    release() {
      isHeld = () => false;
      for (const resolve of held) resolve();
      held = [];
    },
  };
}

let office: Office;
let server: OfficeServer;
let reader: Person;

beforeAll(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  reader = await office.hire({ name: "Prometheus", role: "readonly" });
});
afterAll(() => server.close());

const tokenOf = async (scopes: ApiScope[]) =>
  (await (await office.as(reader)).apiToken.create({ name: "Prometheus", scopes, days: 365 })).token;
const scrape = (token?: string, init: RequestInit = {}) =>
  fetch(`${server.url}/metrics`, { ...init, headers: token ? { Authorization: `Bearer ${token}` } : {} });

/** The samples of a scrape by their line without the value, as OpenMetrics writes them. */
const samples = (text: string) =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );

describe("the metrics", () => {
  it("are refused without a token, with one that is unknown, and without the scope", async () => {
    const missing = await scrape();
    expect(missing.status).toBe(401);
    expect(missing.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect((await scrape("tc_falsch")).status).toBe(401);
    expect((await scrape(await tokenOf(["records:read"]))).status).toBe(403);
    expect((await scrape(await tokenOf(["monitoring:read"]), { method: "POST" })).status).toBe(404);
  });

  it("tell of websites, hosts, incidents, jobs, queues and the process in OpenMetrics", async () => {
    const api = await office.as(await office.hire({ role: "admin" }));
    const { id } = await createRecord(api, "website", { name: 'Bäckerei "Meier"\\Söhne', url: "https://meier.de" });
    const slow = await createRecord(api, "website", { name: "Langsam", url: "https://langsam.de" });
    const unseen = await createRecord(api, "website", { name: "Neu", url: "https://neu.de" });
    const host = await createRecord(api, "host", { name: "web03" });
    const { db, now } = office.services;
    const figures = { checkedAt: now().toISOString(), responseTimeMs: 230, uptime30d: 9950 };
    const certificateExpiresAt = new Date(now().getTime() + 12.5 * 86_400_000).toISOString();
    await db
      .updateTable("websites")
      .set({ ...figures, certificateExpiresAt, status: "offline" })
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("websites")
      .set({ ...figures, status: "degraded" })
      .where("id", "=", slow.id)
      .execute();
    await db
      .updateTable("hosts")
      .set({ status: "online", checkedAt: now().toISOString() })
      .where("id", "=", host.id)
      .execute();
    const at = now().toISOString();
    const anHourAgo = new Date(now().getTime() - 3600_000).toISOString();
    await db
      .insertInto("jobRuns")
      .values([
        { name: "retention", startedAt: at, finishedAt: at, error: null, succeededAt: at, failures: 0 },
        { name: "reminders", startedAt: at, finishedAt: at, error: "kaputt", succeededAt: anHourAgo, failures: 2 },
        { name: "deadlines", startedAt: at, finishedAt: null, error: null, succeededAt: anHourAgo, failures: 0 },
      ])
      .execute();
    const response = await scrape(await tokenOf(["monitoring:read"]));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
    const text = await response.text();
    expect(text.endsWith("# EOF\n")).toBe(true);
    // A counter is called without the end of its samples, and no line is empty.
    expect(text).toContain("# TYPE techcenter_process_cpu_seconds counter");
    expect(text).not.toMatch(/^# TYPE \S+_total counter$|\n\n/m);
    const found = samples(text);
    const named = (name: string, of: string, title: string) => `techcenter_${name}{id="${of}",name="${title}"}`;
    const meier = 'Bäckerei \\"Meier\\"\\\\Söhne';
    expect(found.get(named("website_up", id, meier))).toBe(0);
    expect(found.get(named("website_up", slow.id, "Langsam"))).toBe(1);
    expect(found.get(named("website_response_seconds", id, meier))).toBe(0.23);
    expect(found.get(named("website_certificate_days", id, meier))).toBe(12.5);
    expect(found.get(named("website_uptime_30d_ratio", id, meier))).toBe(0.995);
    expect(found.get(named("host_up", host.id, "web03"))).toBe(1);
    expect(text).not.toContain(unseen.id);
    expect(found.get('techcenter_incident_open{severity="critical",state="open"}')).toBe(0);
    expect(found.get('techcenter_job_last_success_timestamp{job="retention"}')).toBe(now().getTime() / 1000);
    // A job that fails, or that runs right now, has still ended well at its time.
    const successOf = (job: string) => found.get(`techcenter_job_last_success_timestamp{job="${job}"}`);
    expect([successOf("reminders"), successOf("deadlines")]).toEqual([
      now().getTime() / 1000 - 3600,
      now().getTime() / 1000 - 3600,
    ]);
    expect(found.get('techcenter_job_failures{job="reminders"}')).toBe(2);
    expect(found.get('techcenter_queue_depth{queue="channels"}')).toBe(0);
    expect([...found.keys()].some((name) => name.startsWith("techcenter_process_resident_memory_bytes"))).toBe(true);
  });

  it("say nothing of what is not known, and end each sample as its kind does", async () => {
    const { db, now } = office.services;
    const token = await tokenOf(["monitoring:read"]);
    const text = await (await scrape(token)).text();
    // No backup was ever made, and nothing is late where nothing is looked at.
    expect(text).not.toMatch(/^techcenter_(?:backup_age|backup_test_age|check_lateness)_seconds /m);
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const kinds = new Map(types.map(([, name = "", kind]) => [name, kind]));
    expect(kinds.size).toBe(types.length);
    const strays = [...samples(text).keys()]
      .map((line) => line.replace(/\{.*/, ""))
      .filter((name) => {
        const family = name.replace(/_(?:total|bucket|sum|count)$/, "");
        return !kinds.has(name) && !["counter", "histogram", "summary"].includes(kinds.get(family) ?? "");
      });
    expect(strays).toEqual([]);
    const madeAt = new Date(now().getTime() - 60_000).toISOString();
    const run = { id: "b1", kind: "backup", state: "done", startedAt: madeAt, finishedAt: madeAt } as const;
    const rest = { claimedUntil: null, progressJson: null, resultJson: null, toldAt: null };
    await db
      .insertInto("backupRuns")
      .values({ ...run, ...rest })
      .execute();
    const later = samples(await (await scrape(token)).text());
    expect(later.get("techcenter_backup_age_seconds")).toBe(60);
    expect(later.get("techcenter_backup_timestamp_seconds")).toBe(now().getTime() / 1000 - 60);
  });

  it("name the version, and count restarts and refusals", async () => {
    const text = await (await scrape(await tokenOf(["monitoring:read"]))).text();
    expect(text).toMatch(/^techcenter_build_info\{version="\d+\.\d+\.\d+[^"]*",node="\d+\.[\d.]+"\} 1$/m);
    for (const name of ["push_server_restarts", "checker_restarts", "sockets_refused", "inputs_refused"]) {
      expect(text).toContain(`# TYPE techcenter_${name} counter`);
      expect(text).toMatch(new RegExp(`^techcenter_${name}_total \\d+$`, "m"));
    }
    const refused = (of: string) => Number(/^techcenter_inputs_refused_total (\d+)$/m.exec(of)?.[1]);
    const admin = await office.as(await office.hire({ role: "admin" }));
    const { token: api } = await admin.apiToken.create({
      name: "Skript",
      scopes: ["records:write", "monitoring:read"],
      days: 30,
    });
    await fetch(`${server.url}/api/v1/customers`, {
      method: "POST",
      headers: { Authorization: `Bearer ${api}`, "Content-Type": "application/json" },
      body: "{}",
    });
    const after = await (await scrape(api)).text();
    expect(refused(after)).toBe(refused(text) + 1);
  });

  it("leave out what cannot be read, and tell the rest", async () => {
    const token = await tokenOf(["monitoring:read"]);
    const { db } = office.services;
    await sql`alter table incidents rename to incidents_away`.execute(db);
    const response = await scrape(token);
    await sql`alter table incidents_away rename to incidents`.execute(db);
    expect(response.status).toBe(200);
    const found = samples(await response.text());
    expect(found.get('techcenter_metrics_part_up{part="incidents"}')).toBe(0);
    expect(found.get('techcenter_metrics_part_up{part="jobs"}')).toBe(1);
    expect(found.has('techcenter_queue_depth{queue="mail"}')).toBe(true);
  });

  it("arrive while the database says nothing, for whom they were told before, and do not ask it ever more", async () => {
    const answers = openHeldAnswers();
    const db = office.services.db.withPlugin(answers.plugin);
    const hanging = await serveOffice({ ...office, services: { ...office.services, db } });
    const [token, other] = [await tokenOf(["monitoring:read"]), await tokenOf(["monitoring:read"])];
    const from = async (of: string) => {
      const response = await fetch(`${hanging.url}/metrics`, { headers: { Authorization: `Bearer ${of}` } });
      return { status: response.status, found: samples(await response.text()) };
    };
    const partsOf = ({ found }: Awaited<ReturnType<typeof from>>) =>
      ["incidents", "jobs", "system", "targets"].map((part) => found.get(`techcenter_metrics_part_up{part="${part}"}`));
    for (const one of [token, other]) expect(partsOf(await from(one))).toEqual([1, 1, 1, 1]);
    answers.hold((statement) => statement.includes('"incidents"'));
    expect(partsOf(await from(token))).toEqual([0, 1, 1, 1]);
    expect(answers.count()).toBe(1);
    answers.hold();
    const both = await Promise.all([from(token), from(other)]);
    for (const one of both) {
      expect(one.status).toBe(200);
      expect(partsOf(one)).toEqual([0, 0, 0, 0]);
      expect([...one.found.keys()].some((name) => name.startsWith("techcenter_process_cpu_seconds"))).toBe(true);
    }
    const asked = answers.count();
    await from(token);
    // No more than the token is looked up again: the parts that are under way are waited for.
    expect(answers.count()).toBe(asked + 1);
    answers.release();
    expect(partsOf(await from(token))).toEqual([1, 1, 1, 1]);
    await hanging.close();
  });

  it("forget what is no more, and read in one go when several ask", async () => {
    const api = await office.as(await office.hire({ role: "admin" }));
    const { id, version } = await createRecord(api, "website", { name: "Bald weg", url: "https://weg.de" });
    const { db, now } = office.services;
    const seen = { checkedAt: now().toISOString(), status: "online" as const };
    await db.updateTable("websites").set(seen).where("id", "=", id).execute();
    const token = await tokenOf(["monitoring:read"]);
    const texts = await Promise.all([1, 2, 3].map(async () => (await scrape(token)).text()));
    expect(new Set(texts.map((text) => text.includes(id)))).toEqual(new Set([true]));
    await api.website.archive({ id, version: version ?? 1 });
    expect(await (await scrape(token)).text()).not.toContain(id);
  });

  it("are told no more often than once a second for each token", async () => {
    const token = await tokenOf(["monitoring:read"]);
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) statuses.push((await scrape(token)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

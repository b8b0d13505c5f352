import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { createEngine, type Engine } from "../../../server/checks/engine.ts";
import { probe } from "../../../server/checks/run-checker.ts";
import { openSource } from "../../../server/checks/source.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";
import { newId } from "../../../server/db/new-id.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { openRevision } from "../../../server/features/checks/derive.ts";
import { receiveReport } from "../../../server/features/heartbeats/receive.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type Authority, makeAuthority } from "../../support/servers/certificates.ts";
import { openTlsServer, type TlsServer } from "../../support/servers/tls-server.ts";

let office: Office;
let store: Store;
let engine: Engine;
let authority: Authority;
const servers: TlsServer[] = [];

beforeEach(async () => {
  office = await openOffice();
  authority = await makeAuthority();
  store = openStore(":memory:");
  engine = createEngine({
    ...{ store, probe, log: office.services.log, random: () => 0.5, unseal: (text) => text },
    ...{ source: openSource(office.services.db), now: () => office.services.now().getTime() },
    ...{ resolver: { resolveName: async () => [{ address: "127.0.0.1", family: 4 }] }, trust: [authority.root] },
  });
  const admin = await office.as(await office.hire({ role: "admin" }));
  const { version } = await admin.setting.get({ section: "network" });
  const values = { allowedNetworks: ["127.0.0.0/8"], checksLinks: false };
  await admin.setting.update({ section: "network", version, values, secrets: {} });
});
afterEach(async () => {
  await engine.stop();
  store.close();
  for (const server of servers.splice(0)) await server.close();
});

/** Has all that is due by then looked at. */
async function pass(ms: number): Promise<void> {
  office.advance(ms);
  await engine.sync();
  await engine.runDue();
}

const events = () =>
  (store.sqlite.prepare("select kind, data from events order by id").all() as { kind: string; data: string }[]).map(
    ({ kind, data }) => [kind, JSON.parse(data).text ?? JSON.parse(data).status],
  );

describe("a heartbeat that the checker looks after", () => {
  it("is down as soon as it is late or says so, and up with the next report", async () => {
    const admin = await office.as(await office.hire({ role: "admin" }));
    const target = { type: "host", id: (await createRecord(admin, "host")).id } as const;
    const made = await admin.heartbeat.create({ target, kind: "cron", label: "Nachtlauf", everySeconds: 3600 });
    const report = (said = {}) => receiveReport(office.services, made.url.slice(made.url.lastIndexOf("/") + 1), said);
    await pass(0);
    expect(events()).toEqual([["up", "online"]]);
    await report();
    await pass(hourMs + 6 * minuteMs);
    expect(events()).toHaveLength(1);
    await pass(minuteMs);
    expect(events().slice(1)).toEqual([
      ["failing", expect.stringMatching(/^Herzschlag ausgeblieben: zuletzt /)],
      ["down", expect.stringMatching(/^Herzschlag ausgeblieben: zuletzt /)],
    ]);
    await report();
    // What is new is looked at at once, not with the next look.
    await pass(1000);
    expect(events().slice(3)).toEqual([["up", "online"]]);
    await report({ status: "down", msg: "Band voll" });
    await pass(1000);
    expect(events().slice(4)).toEqual([
      ["failing", "Herzschlag meldet einen Fehler: Band voll"],
      ["down", "Herzschlag meldet einen Fehler: Band voll"],
    ]);
  });
});

describe("scenario K, through the checker", () => {
  /** A check of the certificate of a name at a server, as a record would have it. */
  async function watch(host: string, server: TlsServer): Promise<void> {
    servers.push(server);
    const id = newId();
    const at = office.services.now().toISOString();
    await transact(systemContext(office.services), async (tx) => {
      await tx.db
        .insertInto("checks")
        .values({
          ...{ id, kind: "tls", targetType: "website", targetId: newId(), part: "", label: host },
          ...{ address: `${host}:${server.port}`, intervalS: 6 * 3600, timeoutMs: 5000, secret: null },
          config: JSON.stringify({ host, port: server.port }),
          ...{ pausedAt: null, pausedById: null, quietFrom: null, quietUntil: null, askedAt: null, statusSince: null },
          ...{ cause: null, removedAt: null, revision: await openRevision(tx)(), createdAt: at, updatedAt: at },
        })
        .execute();
    });
  }

  const issue = (left: number) =>
    authority.issue({ names: ["www.amsel.example"], days: 47, left, now: office.services.now() });

  it("a certificate of 47 days with 8 left warns, unless it has been renewed elsewhere", async () => {
    await watch("www.amsel.example", await openTlsServer(await issue(8)));
    await pass(0);
    expect(events()).toEqual([["degraded", "Zertifikat läuft bald ab: noch 8 Tage"]]);
    await watch("www.amsel.example", await openTlsServer(await issue(47)));
    await pass(0);
    await pass(6 * hourMs);
    expect(events().slice(1)).toEqual([
      ["up", "online"],
      ["restored", "online"],
    ]);
  });

  it("with 10 left it raises no alarm at all, and fails when it has ended", async () => {
    await watch("www.amsel.example", await openTlsServer(await issue(10)));
    await pass(0);
    expect(events()).toEqual([["up", "online"]]);
    await pass(11 * dayMs);
    await pass(20_000);
    await pass(60_000);
    expect(events().map(([kind]) => kind)).toEqual(["up", "failing", "down"]);
  });
});

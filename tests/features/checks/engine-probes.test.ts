import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { createEngine, type Engine } from "../../../server/checks/engine.ts";
import { probe } from "../../../server/checks/probes/probes.ts";
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
    store,
    probe,
    log: office.services.log,
    random: () => 0.5,
    unseal: (text) => text,
    source: openSource(office.services.db),
    now: () => office.services.now().getTime(),
    resolver: { resolveName: async () => [{ address: "127.0.0.1", family: 4 }] },
    trust: [authority.root],
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
    ({ kind, data }) => [kind, JSON.parse(data).text ?? JSON.parse(data).status ?? JSON.parse(data).level],
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

describe("websites behind one address", () => {
  it.each([
    ["one after the other", 1, () => false],
    ["eight at a time where it is that of a delivery network", 8, (lane: string) => lane.startsWith("127.0.0.1:")],
  ])("are looked at %s", async (_, width, isShared) => {
    await engine.stop();
    engine = createEngine({
      store,
      probe,
      log: office.services.log,
      random: () => 0.5,
      unseal: (text) => text,
      isShared,
      source: openSource(office.services.db),
      now: () => office.services.now().getTime(),
      resolver: { resolveName: async () => [{ address: "127.0.0.1", family: 4 }] },
    });
    const { promise: isFull, resolve: fill } = Promise.withResolvers<void>();
    let together = 0;
    let most = 0;
    let isSecondLook = false;
    const server = createServer(async (_, response) => {
      together += 1;
      if (isSecondLook) most = Math.max(most, together);
      if (isSecondLook && together === width) fill();
      if (isSecondLook) await isFull;
      // Whoever else may come meanwhile has time to.
      setTimeout(() => {
        together -= 1;
        response.end("<title>Weingut</title>Wein");
      }, 20);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    for (let index = 0; index < 10; index += 1) {
      const host = `n${index}.amsel.example`;
      await addCheck("http", host, port, { url: `http://${host}:${port}/` });
    }
    await pass(0);
    isSecondLook = true;
    for (let round = 0; round < 12; round += 1) await pass(round === 0 ? minuteMs : 1000);
    expect(events()).toEqual(Array.from({ length: 10 }, () => ["up", "online"]));
    expect(most).toBe(width);
    await new Promise((resolve) => server.close(resolve));
  });
});

/** A check of a name at a server, as a record would have it. */
async function addCheck(kind: "tls" | "http", host: string, port: number, config: object): Promise<void> {
  const at = office.services.now().toISOString();
  await transact(systemContext(office.services), async (tx) => {
    await tx.db
      .insertInto("checks")
      .values({
        id: newId(),
        kind,
        targetType: "website",
        targetId: newId(),
        part: "",
        label: host,
        address: `${host}:${port}`,
        intervalS: kind === "tls" ? 6 * 3600 : 60,
        timeoutMs: 30_000,
        secret: null,
        config: JSON.stringify(config),
        pausedAt: null,
        pausedById: null,
        quietFrom: null,
        quietUntil: null,
        askedAt: null,
        statusSince: null,
        cause: null,
        removedAt: null,
        revision: await openRevision(tx)(),
        createdAt: at,
        updatedAt: at,
      })
      .execute();
  });
}

describe("scenario K, through the checker", () => {
  async function watch(host: string, server: TlsServer): Promise<void> {
    servers.push(server);
    await addCheck("tls", host, server.port, { host, port: server.port });
  }

  const issue = (left: number) =>
    authority.issue({ names: ["www.amsel.example"], days: 47, left, now: office.services.now() });

  it("a certificate of 47 days with 8 left warns, unless it has been renewed elsewhere", async () => {
    await watch("www.amsel.example", await openTlsServer(await issue(8)));
    await pass(0);
    expect(events()).toEqual([
      ["degraded", "Zertifikat läuft bald ab: noch 8 Tage"],
      ["certificateLevel", "warning"],
    ]);
    await watch("www.amsel.example", await openTlsServer(await issue(47)));
    await pass(0);
    await pass(6 * hourMs);
    expect(events().slice(2)).toEqual([
      ["up", "online"],
      ["restored", "online"],
      ["certificateLevel", "watch"],
    ]);
  });

  it("with 10 left it raises no alarm at all, and fails when it has ended", async () => {
    await watch("www.amsel.example", await openTlsServer(await issue(10)));
    await pass(0);
    expect(events()).toEqual([
      ["up", "online"],
      ["certificateLevel", "watch"],
    ]);
    await pass(11 * dayMs);
    await pass(20_000);
    await pass(60_000);
    expect(events().slice(2)).toEqual([
      ["failing", expect.stringContaining("Zertifikat")],
      ["certificateLevel", "expired"],
      ["down", expect.stringContaining("Zertifikat")],
    ]);
  });
});

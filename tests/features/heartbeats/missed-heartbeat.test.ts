import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEngine, type Engine } from "../../../server/checks/engine.ts";
import { probe } from "../../../server/checks/probes/probes.ts";
import { openSource } from "../../../server/checks/source.ts";
import { storeFile } from "../../../server/checks/store/open-store.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";
import { followCheckEvents } from "../../../server/features/checks/follow-events.ts";
import { tellDue } from "../../../server/features/incidents/messages.ts";
import type { Api } from "../../../server/features/router.ts";
import { createLog } from "../../../server/log.ts";
import type { Person } from "../../../server/trpc/context.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";
import { type OfficeServer, serveOffice } from "../../support/servers/office-server.ts";

const everySeconds = 3600;

let office: Office;
let server: OfficeServer;
let admin: Api;
let timo: Person;
let site: Server;
let store: Store;
let engine: Engine;

// The portal's own probe, engine, results and follower; only the clock is the test's.
beforeEach(async () => {
  office = await openOffice();
  server = await serveOffice(office);
  const { services } = office;
  admin = await office.as(await office.hire({ name: "Chef", role: "admin" }));
  timo = await office.hire({ name: "Timo Brandt" });
  const { version } = await admin.setting.get({ section: "network" });
  const values = { allowedNetworks: ["127.0.0.0/8"], checksLinks: false };
  await admin.setting.update({ section: "network", version, values, secrets: {} });
  site = createServer((_, response) => void response.end("<title>Weingut</title>Wein"));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  store = openStore(storeFile(office.dataDir));
  engine = createEngine({
    store,
    probe,
    source: openSource(services.db),
    now: () => services.now().getTime(),
    resolver: { resolveName: async () => [{ address: "127.0.0.1", family: 4 }] },
    random: () => 0.5,
    log: createLog("silent"),
    unseal: services.vault.open,
    onStored: () => services.checks.announceStored(),
  });
});
afterEach(async () => {
  await server.close();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await engine.stop();
  office.services.checks.close();
  store.close();
});

/** Lets time pass for the checker, for incidents and for their messages, a minute at a time. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 1) {
    office.advance(60_000);
    await engine.sync();
    await engine.runDue();
    await followCheckEvents(office.services);
    await tellDue(office.services);
  }
}

const incidents = () =>
  office.services.db.selectFrom("incidents").select(["title", "state", "endReason"]).orderBy("number").execute();
async function bell(): Promise<string[]> {
  const rows = await office.services.db
    .selectFrom("notifications")
    .select("title")
    .where("forUserId", "=", timo.id)
    .where("category", "=", "incident")
    .orderBy("id")
    .execute();
  return rows.map(({ title }) => title);
}

it("a heartbeat that stays away is one incident and one message, and one message when it is back", async () => {
  const { id: customerId } = await createRecord(admin, "customer", { responsibleUserId: timo.id });
  const { port } = site.address() as AddressInfo;
  const page = { name: "Shop", url: `http://127.0.0.1:${port}/`, lifecycle: "live", customerId };
  const { id } = await createRecord(admin, "website", page);
  const target = { type: "website", id } as const;
  const { url } = await admin.heartbeat.create({ target, kind: "cron", label: "Nachtlauf", everySeconds });
  const report = async () => {
    const response = await fetch(new URL(new URL(url).pathname, server.url));
    expect(await response.json()).toEqual({ ok: true });
  };
  await pass(1);
  await report();
  await pass(65);
  expect([await incidents(), await bell()]).toEqual([[], []]);

  await pass(20);
  const title = "Nachtlauf (Shop): Herzschlag ausgeblieben";
  expect(await incidents()).toEqual([{ title, state: "open", endReason: null }]);
  expect(await bell()).toEqual([`Störung #1: ${title}`]);
  expect((await admin.website.get({ id })).values.status).toBe("degraded");
  await pass(30);
  expect(await bell()).toEqual([`Störung #1: ${title}`]);

  await report();
  await pass(2);
  expect((await admin.website.get({ id })).values.status).toBe("online");
  expect(await incidents()).toEqual([{ title, state: "resolved", endReason: "fixed" }]);
  expect(await bell()).toEqual([`Störung #1: ${title}`, `Behoben: ${title}`]);
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { createEngine, type Engine } from "../../../server/checks/engine.ts";
import { probe } from "../../../server/checks/probes/probes.ts";
import { openSource } from "../../../server/checks/source.ts";
import { openStore, type Store } from "../../../server/checks/store/store.ts";
import { receiveReport } from "../../../server/features/heartbeats/receive.ts";
import type { Api } from "../../../server/features/router.ts";
import { type Office, openOffice } from "../../support/office.ts";
import { createRecord } from "../../support/records/records.ts";

let office: Office;
let admin: Api;
let store: Store;
let engine: Engine;
let token: string;
/** Nothing outside answers. */
let isCut: boolean;

beforeEach(async () => {
  office = await openOffice();
  admin = await office.as(await office.hire({ role: "admin" }));
  isCut = false;
  store = openStore(":memory:");
  engine = start();
  const target = { type: "host", id: (await createRecord(admin, "host")).id } as const;
  const made = await admin.heartbeat.create({ target, kind: "cron", label: "Nachtlauf", everySeconds: 3600 });
  token = made.url.slice(made.url.lastIndexOf("/") + 1);
  await report();
  await pass(minuteMs);
});
afterEach(async () => {
  await engine.stop();
  store.close();
});

const start = () =>
  createEngine({
    store,
    probe: async (order, tools) => {
      if (order.kind === "push") return probe(order, tools);
      return isCut ? { outcome: "failed", phases: {}, code: "timeout" } : { outcome: "ok", phases: { total: 5 } };
    },
    log: office.services.log,
    random: () => 0.5,
    unseal: (text) => text,
    source: openSource(office.services.db),
    now: () => office.services.now().getTime(),
    resolver: { resolveName: async () => [] },
  });
const report = () => receiveReport(office.services, token, {});

/** Lets time pass, with everything that is due in each minute of it. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= minuteMs) {
    office.advance(Math.min(left, minuteMs));
    await engine.sync();
    await engine.runDue();
  }
}

/** The portal is not there for some time. */
async function stopFor(ms: number): Promise<void> {
  await engine.stop();
  office.advance(ms);
  engine = start();
  await pass(minuteMs);
}

/** What was told of the job. */
const told = () =>
  store.sqlite
    .prepare("select e.kind from events e join checks c on c.check_id = e.check_id where c.kind = 'push' order by e.id")
    .pluck()
    .all();

describe("a job whose report fell due while nobody could take it", () => {
  it("is not missed after the portal was not there, but with the report after that", async () => {
    await pass(30 * minuteMs);
    await stopFor(2 * hourMs);
    await pass(hourMs);
    expect(told()).toEqual(["up"]);
    await pass(10 * minuteMs);
    expect(told()).toEqual(["up", "failing", "down"]);
  });

  it("is in order again with the next report", async () => {
    await stopFor(2 * hourMs);
    await pass(30 * minuteMs);
    await report();
    await pass(hourMs);
    expect(told()).toEqual(["up"]);
  });

  it("is not missed where the portal was only just back when it stopped once more, for long or for a moment", async () => {
    await pass(30 * minuteMs);
    await stopFor(2 * hourMs);
    await pass(10 * minuteMs);
    await stopFor(10 * minuteMs);
    await pass(10 * minuteMs);
    await stopFor(minuteMs);
    await pass(10 * minuteMs);
    expect(told()).toEqual(["up"]);
    await pass(40 * minuteMs);
    expect(told()).toEqual(["up", "failing", "down"]);
  });

  it("is not missed where the one after it fell due in another such time", async () => {
    await pass(30 * minuteMs);
    await stopFor(2 * hourMs);
    await pass(30 * minuteMs);
    await stopFor(2 * hourMs);
    await pass(hourMs);
    expect(told()).toEqual(["up"]);
    await pass(10 * minuteMs);
    expect(told()).toEqual(["up", "failing", "down"]);
  });

  it("is not missed where the portal stopped while its own connection was gone", async () => {
    for (const name of ["eins", "zwei", "drei"])
      await createRecord(admin, "website", { url: `https://${name}.amsel.de/`, lifecycle: "live" });
    await pass(10 * minuteMs);
    isCut = true;
    await pass(2 * hourMs);
    isCut = false;
    await stopFor(minuteMs);
    await pass(30 * minuteMs);
    expect(told()).toEqual(["up"]);
  });

  it("is not missed either where the portal's own connection was gone", async () => {
    for (const name of ["eins", "zwei", "drei"])
      await createRecord(admin, "website", { url: `https://${name}.amsel.de/`, lifecycle: "live" });
    await pass(10 * minuteMs);
    isCut = true;
    await pass(2 * hourMs);
    expect(engine.figures().isConnectionLost).toBe(true);
    isCut = false;
    await pass(30 * minuteMs);
    expect(engine.figures().isConnectionLost).toBe(false);
    expect(told()).toEqual(["up"]);
  });
});

describe("a job is missed all the same", () => {
  it("where it was late before the portal stopped, and stays so", async () => {
    await pass(2 * hourMs);
    expect(told()).toEqual(["up", "failing", "down"]);
    await stopFor(2 * hourMs);
    await pass(10 * minuteMs);
    expect(told()).toEqual(["up", "failing", "down"]);
  });

  it("where its report was due at another time than the portal was away, or that was a mere restart", async () => {
    await stopFor(10 * minuteMs);
    await pass(45 * minuteMs);
    await stopFor(minuteMs);
    await pass(15 * minuteMs);
    expect(told()).toEqual(["up", "failing", "down"]);
  });
});

import { describe, expect, it } from "vitest";
import { entriesOf, keysOf, recordOf } from "../../../contract/narrowing.ts";
import { lightHistories, queueLabels } from "../../../contract/system/lights.ts";
import type { PortalNode } from "../../../contract/system/nodes.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { createIdentity, recipientOf } from "../../../server/backup/encryption.ts";
import { targetId } from "../../../server/backup/settings-targets.ts";
import { isPostgres } from "../../../server/db/postgres/is-postgres.ts";
import type { JudgedFigures, SystemFigures } from "../../../server/features/system/figures.ts";
import { judge } from "../../../server/features/system/lights.ts";
import { takeSample } from "../../../server/features/system/samples.ts";
import { type DiskSpace, openDisks } from "../../../server/files/disk-space.ts";
import { createLog } from "../../../server/log.ts";
import { openMemoryGuard } from "../../../server/portal/memory-guard.ts";
import { openOffice } from "../../support/office.ts";

const now = new Date("2026-11-20T09:00:00.000Z");
const mib = 1024 * 1024;
const running: NonNullable<SystemFigures["process"]> = {
  sockets: { open: 4, max: 100, refused: 0 },
  requests: { count: 1000, failed: 0, awaited: 900, slow: 0, p95Ms: 100 },
  pushState: "online",
  pushRestarts: { total: 40, lastDay: 0 },
  checker: { isRunning: true, restarts: { total: 40, lastDay: 0 } },
  eventLoopP99Ms: 3,
};
const asked = running.requests;
const ofNode = {
  memoryBytes: mib,
  eventLoopMs: 3,
  sockets: 4,
  isConnected: true,
  lagMs: 2,
  gaps: 0,
  looksPerMinute: null,
};
const aNode = (name: string, change: Partial<PortalNode> = {}): PortalNode => ({
  id: name,
  name,
  version: "1.0.0",
  state: "living",
  isOwn: false,
  startedAt: now,
  seenAt: now,
  silentMs: 0,
  figures: null,
  leads: [],
  ...change,
});
const roomy: DiskSpace = { freeBytes: 50_000 * mib, totalBytes: 100_000 * mib, state: "ok" };
const well: JudgedFigures = {
  disk: { of: "data", ...roomy },
  dataDisk: roomy,
  uploadsDisk: roomy,
  databaseBytes: 10 * mib,
  logBytes: mib,
  heap: { usedBytes: 200 * mib, maxBytes: 1000 * mib },
  memoryRestarts: 0,
  process: running,
  queues: recordOf(keysOf(queueLabels), () => ({ waiting: 0, oldestMs: 0 })),
  jobs: { failing: [], stumbled: [], quiet: [], hanging: [], latestMs: 0 },
  activeChecks: 40,
  checkLateMs: 200,
  nodes: [aNode("eins"), aNode("zwei")],
  vantagePoints: [{ name: "Helsinki", state: "online", lastAt: now }],
  browser: { off: undefined, hasServed: true },
  backup: {
    lastGoodAt: new Date(now.getTime() - 9 * hourMs),
    lastTestedAt: new Date(now.getTime() - 3 * dayMs),
    light: "ok",
    message: "Letzter erfolgreicher Wiederherstellungstest: 17.11.2026.",
    isArranged: false,
  },
  setUp: { unreadableSecrets: [], hasUnheardProxy: false, dataFits: true },
  advisories: { checkedAt: new Date(now.getTime() - dayMs), packages: [] },
};

describe("the lights of „System“", () => {
  it("ask for nothing while all is well", () => {
    for (const light of judge(well, now)) expect(light).toMatchObject({ state: "ok", advice: null });
  });

  it.each<[string, string, Partial<JudgedFigures>]>([
    ["disk", "warn", { disk: { ...well.disk, state: "low" } }],
    ["disk", "bad", { disk: { ...well.disk, state: "full" } }],
    [
      "vantagePoints",
      "bad",
      { vantagePoints: [{ name: "Helsinki", state: "silent", lastAt: new Date(now.getTime() - hourMs) }] },
    ],
    ["nodes", "bad", { nodes: [aNode("eins"), aNode("zwei"), aNode("drei", { state: "gone" })] }],
    ["nodes", "warn", { nodes: [aNode("eins"), aNode("zwei", { figures: { ...ofNode, isConnected: false } })] }],
    ["nodes", "warn", { nodes: [aNode("eins"), aNode("zwei", { version: "1.1.0" })] }],
    ["nodes", "warn", { nodes: [aNode("eins"), aNode("zwei", { state: "draining" })] }],
    ["vantagePoints", "warn", { vantagePoints: [{ name: "Helsinki", state: "clockOff", lastAt: now }] }],
    ["vantagePoints", "unknown", { vantagePoints: [{ name: "Helsinki", state: "waiting", lastAt: null }] }],
    ["disk", "unknown", { disk: { of: "uploads", freeBytes: 0, totalBytes: 0, state: "unknown" } }],
    ["backup", "warn", { backup: { ...well.backup, light: "off", lastGoodAt: undefined, lastTestedAt: undefined } }],
    ["backup", "warn", { backup: { ...well.backup, light: "late", lastGoodAt: undefined, lastTestedAt: undefined } }],
    ["backup", "bad", { backup: { ...well.backup, light: "late" } }],
    ["backup", "bad", { backup: { ...well.backup, light: "failed" } }],
    ["backup", "warn", { backup: { ...well.backup, light: "untested" } }],
    ["backup", "warn", { backup: { ...well.backup, light: "incomplete" } }],
    ["backup", "warn", { backup: { ...well.backup, light: "noted" } }],
    ["setup", "bad", { setUp: { ...well.setUp, dataFits: false } }],
    ["setup", "bad", { setUp: { ...well.setUp, unreadableSecrets: ["das Geheimnis eines Webhooks"] } }],
    ["setup", "warn", { setUp: { ...well.setUp, hasUnheardProxy: true } }],
    ["jobs", "warn", { jobs: { ...well.jobs, stumbled: ["analyse-database"] } }],
    ["advisories", "unknown", { advisories: { reason: "Beim Packen war keine Verbindung erlaubt." } }],
    ["advisories", "unknown", { advisories: { checkedAt: new Date(now.getTime() - 8 * dayMs), packages: [] } }],
    ["advisories", "warn", { advisories: { checkedAt: now, packages: [{ name: "x", severity: "moderate" }] } }],
    ["advisories", "bad", { advisories: { checkedAt: now, packages: [{ name: "x", severity: "high" }] } }],
    ["jobs", "bad", { jobs: { ...well.jobs, failing: ["retention"] } }],
    ["jobs", "bad", { jobs: { ...well.jobs, quiet: ["retention"] } }],
    ["jobs", "bad", { jobs: { ...well.jobs, hanging: ["retention"] } }],
    ["queues", "warn", { queues: { ...well.queues, mail: { waiting: 3, oldestMs: 2 * hourMs } } }],
    ["queues", "bad", { queues: { ...well.queues, webhooks: { waiting: 1, oldestMs: 2 * dayMs } } }],
    ["queues", "warn", { queues: { ...well.queues, lookups: { waiting: 9, oldestMs: 25 * hourMs } } }],
    ["queues", "bad", { queues: { ...well.queues, previews: { waiting: 9, oldestMs: 8 * dayMs } } }],
    ["browser", "warn", { browser: { off: "sandbox", hasServed: false } }],
    ["checks", "warn", { checkLateMs: 2 * minuteMs }],
    ["checks", "bad", { checkLateMs: hourMs }],
    ["checks", "bad", { checkLateMs: undefined }],
    ["checks", "warn", { process: { ...running, checker: { isRunning: true, restarts: { total: 3, lastDay: 3 } } } }],
    ["requests", "warn", { process: { ...running, requests: { ...asked, failed: 1 } } }],
    ["requests", "warn", { process: { ...running, requests: { ...asked, count: 4, failed: 4 } } }],
    ["requests", "bad", { process: { ...running, requests: { ...asked, count: 100, failed: 5 } } }],
    ["requests", "warn", { process: { ...running, requests: { ...asked, slow: 60, p95Ms: 2500 } } }],
    ["requests", "bad", { process: { ...running, requests: { ...asked, slow: 900, p95Ms: Infinity } } }],
    ["push", "bad", { process: { ...running, pushState: "offline" } }],
    ["push", "warn", { process: { ...running, pushRestarts: { total: 3, lastDay: 3 } } }],
    ["push", "warn", { process: { ...running, sockets: { ...running.sockets, open: 80 } } }],
    ["push", "bad", { process: { ...running, sockets: { ...running.sockets, open: 100 } } }],
    ["eventLoop", "warn", { process: { ...running, eventLoopP99Ms: 400 } }],
    ["eventLoop", "bad", { process: { ...running, eventLoopP99Ms: 4000 } }],
    ["memory", "warn", { heap: { usedBytes: 800 * mib, maxBytes: 1000 * mib } }],
    ["memory", "bad", { heap: { usedBytes: 950 * mib, maxBytes: 1000 * mib } }],
    ["memory", "bad", { memoryRestarts: 2 }],
    ["database", "warn", { databaseBytes: 40_000 * mib }],
    ["database", "warn", { dataDisk: { ...roomy, freeBytes: mib } }],
    ["log", "warn", { logBytes: 300 * mib }],
  ])("%s is %s, says what to do, and no other changes", (key, state, changed) => {
    const lights = judge({ ...well, ...changed }, now);
    const different = lights.filter((light) => light.state !== "ok");
    expect(different).toMatchObject([{ key, state, advice: expect.stringMatching(/\S/) }]);
  });
});

it("of the disks of data and uploads the one that is worse off is shown and named", async () => {
  const office = await openOffice();
  const admin = await office.hire({ role: "admin" });
  const shown = async (free: { data: number; uploads: number }) => {
    const { dataDir } = office;
    const read = async (folder: string) => {
      const bavail = folder === dataDir ? free.data : free.uploads;
      return { bavail, blocks: folder === dataDir ? 20_000 : 40_000, bsize: mib };
    };
    office.services.disks = openDisks(dataDir, { read });
    const { lights } = await (await office.as(admin)).system.get({});
    await takeSample(office.services);
    return lights.find(({ key }) => key === "disk");
  };
  expect(await shown({ data: 0, uploads: 30_000 })).toMatchObject({
    state: "bad",
    value: "0 Byte von 19,5 GB frei",
    advice: expect.stringContaining("Datenträger von DATA_DIR oder vergrößere"),
  });
  expect(await shown({ data: 15_000, uploads: 900 })).toMatchObject({
    state: "warn",
    advice: expect.stringContaining("Datenträger von DATA_DIR/uploads"),
  });
  expect(await shown({ data: 20, uploads: 5 })).toMatchObject({
    state: "bad",
    advice: expect.stringContaining("Datenträger von DATA_DIR oder vergrößere"),
  });
  expect(await shown({ data: 15_000, uploads: 12_000 })).toMatchObject({ state: "ok", advice: null });
  const drawn = await office.services.db.selectFrom("systemSamples").select("valuesJson").orderBy("at").execute();
  expect(drawn.map(({ valuesJson }) => JSON.parse(valuesJson).disk)).toEqual([0]);
});

it("a backup that an admin makes elsewhere is not checked, and „System“ says so", async () => {
  const office = await openOffice();
  const admin = await office.as(await office.hire({ role: "admin" }));
  const shown = async () => (await admin.system.get({})).lights.find(({ key }) => key === "backup");
  expect(await shown()).toMatchObject({ state: "warn", value: "Noch kein Backup" });
  await admin.setting.update({ section: "backup", values: { isArranged: true }, version: 0 });
  expect(await shown()).toMatchObject({ state: "unknown", value: "Nicht geprüft" });
});

it("a backup that its target refuses is told on „System“ as in the settings, at once", async () => {
  const office = await openOffice();
  const admin = await office.as(await office.hire({ role: "admin" }));
  const recipient = await recipientOf(await createIdentity());
  const values = { schedule: "daily", folderPath: "/mnt/backup", recipient };
  await admin.setting.update({ section: "backup", values, version: 0 });
  const id = targetId({ kind: "folder", path: "/mnt/backup" });
  await office.services.db.insertInto("backupTargets").values({ id, refused: "gone" }).execute();
  const light = (await admin.system.get({})).lights.find(({ key }) => key === "backup");
  expect(light).toMatchObject({ state: "warn", advice: expect.stringContaining("Hänge die Platte ein") });
});

it("what is late of both kinds of queues is told of both", () => {
  const late = { waiting: 1, oldestMs: 5 * dayMs };
  const adviceOf = (queues: Partial<SystemFigures["queues"]>) =>
    judge({ ...well, queues: { ...well.queues, ...queues } }, now).find(({ key }) => key === "queues")?.advice;
  expect(adviceOf({ lookups: late })).toMatch(/^Zu spät: Auskünfte\. /);
  expect(adviceOf({ mail: late })).toMatch(/^Sieh in den Protokollen .* antwortet\.$/);
  expect(adviceOf({ mail: late, lookups: late })).toMatch(/^Sieh .* antwortet\. Zu spät: Auskünfte\. /);
});

it("the oldest is named of what waits, be it a single one that has just come", () => {
  const one = { ...well.queues, imports: { waiting: 1, oldestMs: 0 } };
  const light = judge({ ...well, queues: one }, now).find(({ key }) => key === "queues");
  expect(light).toMatchObject({ state: "ok", value: "1 wartet, das Älteste seit 0 Sek. (Importe)" });
});

it("a few slow answers on a portal that is hardly used say nothing of it", () => {
  const stateOf = (requests: Partial<typeof asked>) =>
    judge({ ...well, process: { ...running, requests: { ...asked, ...requests } } }, now).find(
      ({ key }) => key === "requests",
    )?.state;
  expect(stateOf({ count: 200, awaited: 49, slow: 20, p95Ms: Number.POSITIVE_INFINITY })).toBe("ok");
  expect(stateOf({ count: 200, awaited: 50, slow: 2, p95Ms: 1000 })).toBe("ok");
  expect(stateOf({ count: 200, awaited: 50, slow: 20, p95Ms: Number.POSITIVE_INFINITY })).toBe("bad");
});

it("an event loop that was not measured for long enough is unknown, not fast", () => {
  const process = { ...running, eventLoopP99Ms: undefined };
  const light = judge({ ...well, process }, now).find(({ key }) => key === "eventLoop");
  expect(light).toMatchObject({ state: "unknown", value: "Noch nicht gemessen" });
});

it("a portal that watches nothing is no worse for it", () => {
  const [light] = judge({ ...well, checkLateMs: undefined, activeChecks: 0 }, now).filter(
    ({ key }) => key === "checks",
  );
  expect(light).toMatchObject({ state: "unknown", value: "Nichts wird überwacht" });
});

it("there is no light of a write-ahead log where the engine keeps that to itself", () => {
  expect(judge({ ...well, logBytes: undefined }, now).map(({ key }) => key)).not.toContain("log");
});

it("a result of npm audit that is a week old says since when nobody has asked, and what was found stays", () => {
  const checkedAt = new Date(now.getTime() - 8 * dayMs);
  const lightOf = (packages: { name: string; severity: "high" }[]) =>
    judge({ ...well, advisories: { checkedAt, packages } }, now).find(({ key }) => key === "advisories");
  expect(lightOf([])?.value).toBe("Nicht geprüft seit 12.11.2026");
  expect(lightOf([{ name: "x", severity: "high" }])).toMatchObject({ state: "bad" });
});

it("the light of the backup names the day on which it was restored for a test", () => {
  const [backup] = judge(well, now).filter(({ key }) => key === "backup");
  expect(backup?.value).toBe("Zuletzt vor 9 Std., zuletzt zurückgespielt am 17.11.2026");
});

it("the light of the memory names what is used of the same memory that it may use at most", () => {
  const [memory] = judge(well, now).filter(({ key }) => key === "memory");
  expect(memory?.value).toBe("200 MB von höchstens 1.000 MB belegt (20 %)");
});

it("the state of the portal shows its lights with 7 days, of an hour the worst, and forgets what is older", async () => {
  const office = await openOffice();
  const { db } = office.services;
  const keep = (hoursAgo: number, values: Record<string, number>) =>
    db
      .insertInto("systemSamples")
      .values({
        at: new Date(office.services.now().getTime() - hoursAgo * hourMs).toISOString(),
        valuesJson: JSON.stringify(values),
      })
      .execute();
  await keep(24 * 8, { queues: 99 });
  await keep(5.2, { queues: 7, disk: 1000 });
  await keep(5.1, { queues: 3, disk: 900 });
  await takeSample(office.services);
  const { lights } = await (await office.as(await office.hire({ role: "admin" }))).system.get({});
  const historyOf = (key: string) =>
    lights.flatMap(({ histories }) => histories).find((history) => history.key === key)?.values ?? [];
  const drawn = lights.flatMap(({ histories }) => histories.map(({ key }) => key));
  // Postgres keeps its log to itself.
  const known = entriesOf(lightHistories).filter(([light]) => light !== "log" || !isPostgres(db));
  expect(new Set(drawn)).toEqual(new Set(known.flatMap(([, captions]) => keysOf(captions))));
  expect(historyOf("queues")).toHaveLength(7 * 24);
  expect(historyOf("queues").filter((value) => value !== null)).toEqual([7, 0]);
  expect(historyOf("disk").at(-6)).toBe(900);
  const { count } = await db
    .selectFrom("systemSamples")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(3);
});

it("a heap that stays full has the portal restarted once, and a peak does not", () => {
  const shares = [0.95, 0.95, 0.3, 0.95, 0.95, 0.95, 0.95];
  let restarts = 0;
  const look = openMemoryGuard({
    log: createLog("silent"),
    restart: () => {
      restarts += 1;
    },
    readShare: () => shares.shift() ?? 0,
  });
  const seen = Array.from({ length: 7 }, () => {
    look();
    return restarts;
  });
  expect(seen).toEqual([0, 0, 0, 0, 0, 1, 1]);
});

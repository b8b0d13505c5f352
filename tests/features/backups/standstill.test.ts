import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { minuteMs } from "../../../contract/time/durations.ts";
import { Standstill } from "../../../server/backup/standstill.ts";
import { openLine } from "../../../server/backup/targets/line.ts";
import { openLocalFolder } from "../../../server/backup/targets/local-folder.ts";
import type { BackupTarget } from "../../../server/backup/targets/target.ts";
import { aDataFolder, filesIn, openBackupDesk } from "../../support/backups/data-folder.ts";
import { openMuteServer } from "../../support/backups/mute-server.ts";
import { openPlanned, planBackups } from "../../support/backups/planned-portal.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";

afterEach(() => void vi.useRealTimers());

const name = `objects/aa/${"a".repeat(64)}.age`;
const neverMoves = () => new Readable({ read: () => undefined });
const ticksUntil = (standstill: Standstill, most: number) => {
  for (let count = 1; count <= most; count += 1) if (standstill.tick()) return count;
  return undefined;
};

it("comes only while somebody waits for the target, and begins anew with whatever moves", async () => {
  const standstill = new Standstill(3);
  expect(ticksUntil(standstill, 10)).toBeUndefined();
  const real = await openLocalFolder(temporaryFolder("target"));
  let first = true;
  const slow: BackupTarget = {
    ...real,
    async get() {
      const body = neverMoves();
      if (first) body.push("a");
      first = false;
      return body;
    },
  };
  const target = standstill.watch(slow);
  const body = await target.get(name);
  const parts = body?.[Symbol.asyncIterator]();
  await parts?.next();
  expect(ticksUntil(standstill, 10)).toBe(4);
  standstill.moved();
  expect(ticksUntil(standstill, 10)).toBe(4);
  body?.destroy();
});

it("comes while a target is opened, and while leftovers are removed there", async () => {
  const never = new Promise<never>(() => undefined);
  const opening = new Standstill(3);
  void opening.during(never);
  expect(ticksUntil(opening, 10)).toBe(3);
  const sweeping = new Standstill(3);
  void sweeping
    .watch({ ...(await openLocalFolder(temporaryFolder("target"))), removeLeftovers: () => never })
    .removeLeftovers(new Date());
  expect(ticksUntil(sweeping, 10)).toBe(3);
});

it("does not come while a long removal of leftovers goes on", async () => {
  const { dataDir } = await aDataFolder();
  const desk = await openBackupDesk(dataDir);
  await desk.run();
  const onPass = vi.fn<() => void>();
  const target = await openLocalFolder(desk.folder, openLine({ onPass }));
  await target.removeLeftovers(new Date(0));
  expect(onPass).toHaveBeenCalledTimes(filesIn(desk.folder).length);
});

it("gives what it watches unchanged", async () => {
  const { dataDir } = await aDataFolder();
  const desk = await openBackupDesk(dataDir);
  const standstill = new Standstill(3);
  const made = await desk.run({ target: standstill.watch(desk.target) });
  const listed: string[] = [];
  for await (const { name } of standstill.watch(desk.target).list("objects")) listed.push(name);
  expect(listed).toHaveLength(made.newObjects);
  const [object = ""] = listed;
  const [seen, real] = await Promise.all(
    [standstill.watch(desk.target), desk.target].map(async (target) =>
      buffer((await target.get(object)) ?? Readable.from([])),
    ),
  );
  expect(seen).toEqual(real);
  expect(ticksUntil(standstill, 10)).toBeUndefined();
});

it("ends a run whose server takes a request and never answers", async () => {
  const { dataDir } = await aDataFolder({ uploads: 0 });
  const { webdavUrl, asked } = await openMuteServer();
  planBackups(dataDir, { target: "webdav", webdavUrl, recipient: (await openBackupDesk(dataDir)).recipient });
  const { portal, run } = await openPlanned(dataDir, "2026-11-21T02:30:00.000Z");
  onTestFinished(portal.close);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const ended = run().then(
    () => "",
    (error: Error) => error.message,
  );
  await vi.waitUntil(() => asked.length > 0, { timeout: 30_000 });
  for (let second = 0; second <= (10 * minuteMs) / 1000 + 2; second += 1) vi.advanceTimersByTime(1000);
  expect(await ended).toBe("Das Ziel hat zehn Minuten lang nichts mehr angenommen oder geliefert.");
  const row = await portal.db.selectFrom("backupRuns").select(["state", "faultsJson"]).executeTakeFirst();
  expect(row).toMatchObject({ state: "failed", faultsJson: expect.stringContaining("zehn Minuten") });
});

it("is none while one large object is sent, whose bytes show as they go", async () => {
  const { dataDir } = await aDataFolder({ uploads: 1, bytes: 5_000_000 });
  const desk = await openBackupDesk(dataDir);
  const seen = new Set<number>();
  const made = await desk.run({ onProgress: ({ sentBytes }) => void seen.add(sentBytes) });
  // Where whole objects were counted: none, the upload, the archive and the manifest.
  expect(seen.size).toBeGreaterThan(20);
  expect(Math.max(...seen)).toBe(made.sentBytes);
});

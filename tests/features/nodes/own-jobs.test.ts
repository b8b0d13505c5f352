import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { hourMs } from "../../../contract/time/durations.ts";
import { newToken } from "../../../server/auth/tokens.ts";
import { removeLeftImages } from "../../../server/features/files/left-images.ts";
import { listJobs } from "../../../server/features/jobs/queries.ts";
import { findJobTroubles, watchJobs } from "../../../server/features/jobs/watch.ts";
import { tellLowDisk } from "../../../server/features/system/low-disk.ts";
import { type Job, openJobs, startJobs } from "../../../server/jobs/runner.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { openHub } from "../../support/nodes/hub.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";
import { openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

interface Own {
  services: Services;
  runs: number;
  /** Why it fails here, if it does. */
  fault: string | undefined;
  /** What it waits for. */
  end: Promise<void> | undefined;
}

/** A node with a job of its own that each node runs for itself. */
function withJob({ services }: Pick<TestNode, "services">): Own {
  const own: Own = { services, runs: 0, fault: undefined, end: undefined };
  const job: Job = {
    name: "disk-space",
    everyMs: hourMs,
    onEachNode: true,
    async run() {
      own.runs += 1;
      await own.end;
      if (own.fault) throw new Error(own.fault);
    },
  };
  own.services = { ...services, jobs: openJobs([job]) };
  return own;
}

const runDue = ({ services }: Own) => services.jobs.runDue(services);
const shown = async ({ services }: Own) =>
  (await listJobs(services)).map(({ name, last, isRunning }) => ({
    name,
    at: last?.at,
    error: last?.error,
    isRunning,
  }));
const told = ({ services: { db } }: Own) => db.selectFrom("notifications").select("title").orderBy("title").execute();

describeTwoNodes("a job that every node runs for itself", (open) => {
  let nodes: [TestNode, TestNode];
  let one: Own;
  let two: Own;
  beforeEach(async () => {
    nodes = await open();
    [one, two] = [withJob(nodes[0]), withJob(nodes[1])];
  });
  const advance = (ms: number) => {
    for (const node of nodes) node.advance(ms);
  };

  it("does not run on a node that the others may take for dead, nor on one that drains", async () => {
    await nodes[0].hang();
    nodes[1].node.drain();
    await Promise.all([runDue(one), runDue(two)]);
    expect([one.runs, two.runs]).toEqual([0, 0]);
  });

  it("runs on each of them at its start and when it is due, and stands in the list once", async () => {
    const begunAt = one.services.now();
    for (const time of [1, 2, 3]) {
      await Promise.all([runDue(one), runDue(two)]);
      await Promise.all([runDue(one), runDue(two)]);
      expect([one.runs, two.runs]).toEqual([time, time]);
      advance(hourMs);
    }
    expect(await shown(one)).toEqual([
      { name: "disk-space", at: new Date(begunAt.getTime() + 2 * hourMs), error: null, isRunning: false },
    ]);
  });

  it("that fails on one of them is shown and told as failed, whatever the other one notes, until it is well again", async () => {
    await nodes[0].hire({ role: "admin" });
    one.fault = "kein Platz";
    for (const _ of [1, 2, 3]) {
      await runDue(one);
      await runDue(two);
      await Promise.all([watchJobs(one.services), watchJobs(two.services)]);
      advance(hourMs);
    }
    expect(await shown(two)).toMatchObject([{ error: "kein Platz" }]);
    expect((await findJobTroubles(two.services)).failing).toHaveLength(1);
    expect(await told(one)).toEqual([{ title: "„Speicherplatz prüfen“ ist fehlgeschlagen" }]);
    one.fault = undefined;
    await runDue(one);
    expect(await shown(two)).toMatchObject([{ error: null }]);
    expect((await findJobTroubles(two.services)).failing).toEqual([]);
  });

  it("that failed on a node which has died is judged by those that live", async () => {
    one.fault = "kein Platz";
    await runDue(one);
    await runDue(two);
    await nodes[0].hang();
    advance(hourMs);
    await runDue(two);
    expect(await shown(two)).toMatchObject([{ error: null, at: two.services.now() }]);
  });

  it("that stands still on one of them goes on on the other, and counts as running", async () => {
    const end = Promise.withResolvers<void>();
    one.end = end.promise;
    const hanging = runDue(one);
    await until(() => expect(one.runs).toBe(1));
    for (const _ of [1, 2, 3]) {
      await runDue(two);
      advance(hourMs);
    }
    expect([one.runs, two.runs]).toEqual([1, 3]);
    expect(await shown(two)).toMatchObject([{ isRunning: true }]);
    expect((await findJobTroubles(two.services)).hanging).toHaveLength(1);
    end.resolve();
    await hanging;
    expect(await shown(two)).toMatchObject([{ isRunning: false }]);
  });

  it("and that somebody asks for on one of them runs on each", async () => {
    const hub = openHub();
    one.services = { ...one.services, bus: hub.join() };
    two.services = { ...two.services, bus: hub.join() };
    const schedules = [startJobs(one.services), startJobs(two.services)];
    await until(() => expect([one.runs, two.runs]).toEqual([1, 1]));
    for (const schedule of schedules) await schedule.stop();
    const listening = startJobs(two.services);
    await one.services.jobs.run(one.services, "disk-space");
    await until(() => expect([one.runs, two.runs]).toEqual([2, 2]));
    await listening.stop();
  });

  it("tells of the disk of each of them by the node's name", async () => {
    await nodes[0].hire({ role: "admin" });
    const low = { freeBytes: 1, totalBytes: 10, state: "low" as const };
    for (const { services } of [one, two])
      await tellLowDisk({ ...services, disks: { read: async () => ({ data: low, uploads: low }) } });
    expect(await told(one)).toEqual([
      { title: "Der Speicherplatz des Knotens „eins“ wird knapp" },
      { title: "Der Speicherplatz des Knotens „zwei“ wird knapp" },
    ]);
  });

  it("forgets the images that a node has made of a file which another one has removed", async () => {
    const [kept, gone] = [newToken(), newToken()];
    const folderOf = (key: string) => path.join(nodes[1].dataDir, "cache/images", key);
    for (const key of [kept, gone]) {
      mkdirSync(folderOf(key), { recursive: true });
      writeFileSync(path.join(folderOf(key), "1-full-80.webp"), "Bild");
    }
    const file = { filename: "a.png", mimeType: "image/png", purpose: "file", size: 4 } as const;
    const createdById = (await nodes[0].hire()).id;
    await one.services.db
      .insertInto("files")
      .values({ ...file, key: kept, createdById, createdAt: one.services.now().toISOString() })
      .execute();
    await removeLeftImages(two.services);
    expect([existsSync(folderOf(kept)), existsSync(folderOf(gone))]).toEqual([true, false]);
  });
});

it("such a job of the only node of a portal is noted as any other", async () => {
  const own = withJob(await openOffice());
  const { db } = own.services;
  await runDue(own);
  await runDue(own);
  expect(own.runs).toBe(1);
  expect(await db.selectFrom("nodeJobRuns").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("jobRuns").select(["name", "error"]).execute()).toEqual([
    { name: "disk-space", error: null },
  ]);
});

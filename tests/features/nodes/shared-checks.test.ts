import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { openManifest } from "../../../server/backup/snapshots.ts";
import { openChecks } from "../../../server/checks/access.ts";
import { followCheckEvents } from "../../../server/features/checks/follow-events.ts";
import {
  findSharedResults,
  openSharedResults,
  type SharedResults,
} from "../../../server/features/checks/shared-results.ts";
import { openS3Store } from "../../../server/files/s3-store.ts";
import type { SharedFiles } from "../../../server/files/store.ts";
import { hostClock } from "../../../server/host-clock.ts";
import { startLeading } from "../../../server/jobs/lead.ts";
import { LeaseLost, mustHoldLease, type NodeLease, takeLease } from "../../../server/nodes/leases.ts";
import { deadAfterSeconds } from "../../../server/nodes/nodes.ts";
import type { Services } from "../../../server/trpc/context.ts";
import { aDataFolder, openBackupDesk } from "../../support/backups/data-folder.ts";
import { down, openCheckOffice } from "../../support/check-office.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";
import { openRefusingBucket, type RefusingBucket } from "../../support/servers/refusing-bucket.ts";
import { temporaryFolder } from "../../support/temporary-folders.ts";
import { until } from "../../support/until.ts";

let bucket: RefusingBucket | undefined;
let files: SharedFiles | undefined;

/** A node whose portal acts on what is shared alone, as those of a portal do. */
interface Sharing extends TestNode {
  results: SharedResults;
  /** As whoever leads the checks by this lease. */
  leading(lease: NodeLease): Services;
}

async function sharing(node: TestNode): Promise<Sharing> {
  if (!files) {
    bucket = await openRefusingBucket();
    atFileEnd(bucket.close);
    files = (await openS3Store(bucket.s3, temporaryFolder("work"))).shared;
  }
  if (!files) throw new Error("the bucket shares nothing");
  const services = { ...node.services, checks: openChecks(node.dataDir, { isShared: true }) };
  return {
    ...node,
    services,
    results: openSharedResults({ dataDir: node.dataDir, files }),
    leading: (lease) => ({ ...services, fence: (tx) => mustHoldLease(tx, lease) }),
  };
}

async function lead({ services }: Sharing): Promise<NodeLease> {
  const lease = await takeLease(services, "checks");
  if (!lease) throw new Error("another node leads");
  return lease;
}

describeTwoNodes("checks that one of several nodes leads", (open) => {
  let one: Sharing;
  let two: Sharing;
  beforeEach(async () => {
    const nodes = await open();
    [one, two] = [await sharing(nodes[0]), await sharing(nodes[1])];
  });

  const begin = (node: Sharing) => {
    const checking = openCheckOffice(node);
    onTestFinished(() => checking.close().catch(() => undefined));
    return checking;
  };
  /** The first node leads, and has seen a website well that is down from now on. */
  const watchWhatGoesDown = async () => {
    const first = await lead(one);
    const here = begin(one);
    const maintainer = await one.as(await one.hire({ role: "maintainer" }));
    await maintainer.website.create({ body: { url: "http://amsel.test/", lifecycle: "live" } });
    await here.pass(120, 10);
    here.set("amsel.test", down);
    return { first, here };
  };
  const statuses = async ({ services: { db } }: Sharing) =>
    new Set((await db.selectFrom("websites").select("status").execute()).map(({ status }) => status));
  const incidents = ({ services: { db } }: Sharing) => db.selectFrom("incidents").select("state").execute();

  it("are acted on only where the others would know of it, once, and go on with the next node from there", async () => {
    const { first, here } = await watchWhatGoesDown();
    await here.pass(600, 10);
    // Its own file holds that the website is down, and nobody was told.
    expect(here.store.sqlite.prepare("select count(*) from events").pluck().get()).toBeGreaterThan(0);
    expect(await incidents(one)).toEqual([]);
    await one.results.share(one.leading(first));
    await followCheckEvents(one.leading(first));
    expect([await incidents(one), await statuses(one)]).toEqual([[expect.anything()], new Set(["offline"])]);
    const [known] = await incidents(one);

    // Both read the same, whoever looks.
    await two.results.follow(two.services);
    expect(two.services.checks.reader()?.lastEvent()).toBe(one.services.checks.reader()?.lastEvent());

    // It sees that the website is back and dies before it has shared that.
    here.set("amsel.test", undefined);
    await here.pass(600, 10);
    expect(await incidents(one)).toEqual([known]);
    await one.hang();
    const second = await lead(two);
    two.advance(one.services.now().getTime() - two.services.now().getTime());
    await two.results.takeOver(two.services);
    const there = begin(two);
    there.set("amsel.test", down);
    await there.pass(120, 10);
    await two.results.share(two.leading(second));
    await followCheckEvents(two.leading(second));
    // What was told is not told once more: it is as down for the next one as it was for the first.
    expect(await incidents(two)).toEqual([known]);

    // Who led before can neither share nor tell any more, and removes what it had brought.
    await one.appear();
    await expect(one.results.share(one.leading(first))).rejects.toThrow(LeaseLost);
    await two.results.follow(two.services);
    const { object } = await two.services.db.selectFrom("checkCopies").selectAll().executeTakeFirstOrThrow();
    expect(await files?.find(object)).toBeDefined();

    there.set("amsel.test", undefined);
    await there.pass(600, 10);
    await two.results.share(two.leading(second));
    await followCheckEvents(two.leading(second));
    expect(await incidents(two)).toHaveLength(1);
    expect((await incidents(two))[0]?.state).not.toBe(known?.state);
    expect(await statuses(two)).toEqual(new Set(["online"]));
  });

  it("leave no copy in the bucket that a node has brought and not made count before it died", async () => {
    const first = await lead(one);
    begin(one);
    const bring = async (name: string, ageMs: number) => {
      const path = fileURLToPath(import.meta.url);
      await files?.put(name, { path, size: statSync(path).size });
      bucket?.age(name, ageMs);
    };
    const names = async () => {
      const all: string[] = [];
      for await (const { name } of files?.list("") ?? []) all.push(name);
      return all.sort();
    };
    const counting = async () =>
      (await one.services.db.selectFrom("checkCopies").select("object").executeTakeFirstOrThrow()).object;
    const before = await names();
    await bring("checks/left.sqlite", 2 * hourMs);
    await bring("checks/under-way.sqlite", hourMs / 2);
    await bring("exports/old.zip", 2 * hourMs);
    bucket?.leaveUpload("checks/unfinished.sqlite", new Date(Date.now() - 2 * hourMs));
    bucket?.leaveUpload("exports/unfinished.zip", new Date(Date.now() - 2 * hourMs));

    // Where it has just begun to lead, and then once a day.
    await one.results.takeOver(one.services);
    await one.results.share(one.leading(first));
    const rest = [...before, "checks/under-way.sqlite", "exports/old.zip"];
    expect(await names()).toEqual([...rest, await counting()].sort());
    expect([...(bucket?.uploads.values() ?? [])].map(({ key }) => key)).toEqual(["exports/unfinished.zip"]);
    bucket?.age("checks/under-way.sqlite", 2 * hourMs);
    await one.results.share(one.leading(first));
    expect(await names()).toEqual([...rest, await counting()].sort());
    one.advance(dayMs);
    await one.results.share(one.leading(first));
    expect(await names()).toEqual([...before, "exports/old.zip", await counting()].sort());

    // What counts stays, however old it is for whoever leads next.
    bucket?.age(await counting(), 2 * dayMs);
    const kept = await counting();
    await two.results.takeOver(two.services);
    expect(await names()).toContain(kept);
    await files?.drop("exports/old.zip");
    bucket?.uploads.clear();
  });

  it("are backed up as the nodes share them, whichever node makes the backup", async () => {
    const { first, here } = await watchWhatGoesDown();
    await one.results.share(one.leading(first));
    if (!files) throw new Error("the bucket shares nothing");
    const found = await findSharedResults(two.services, files);
    expect(found?.bytes).toBe(
      (await two.services.db.selectFrom("checkCopies").selectAll().executeTakeFirstOrThrow()).size,
    );

    // The copy gives way to the next one before the backup fetches it.
    await here.pass(600, 10);
    await one.results.share(one.leading(first));
    const { dataDir } = await aDataFolder();
    const desk = await openBackupDesk(dataDir);
    const counted = async (sharedChecks: typeof found, now: Date) => {
      const { id } = await desk.run({ sharedChecks, now });
      const { header, close } = await openManifest(desk.target, id, desk.identity);
      await close();
      return header.contents["checks.sqlite"]?.counts.events;
    };
    const events = here.store.sqlite.prepare("select count(*) from events").pluck().get();
    expect(events).toBeGreaterThan(0);
    expect(await counted(found, new Date("2026-11-23T02:30:00.000Z"))).toBe(events);
    // Where the bucket was emptied, what the host itself knew is better than nothing.
    for await (const { name } of files.list("checks/")) await files.drop(name);
    expect(await counted(found, new Date("2026-11-24T02:30:00.000Z"))).toBe(0);
  });

  it("are led by one at a time, and by another one once that has died", async () => {
    const led: string[] = [];
    const start = (node: Sharing) =>
      startLeading(node.services, "checks", {
        begin: async () => void led.push(`${node.node.name} begins`),
        end: async () => void (led.at(-1) === `${node.node.name} begins` && led.push(`${node.node.name} ends`)),
      });
    const here = start(one);
    await until(() => expect(led).toEqual(["eins begins"]));
    const there = start(two);
    await one.hang();
    await until(() => expect(led).toContain("zwei begins"));
    expect(led.filter((text) => text === "eins begins")).toHaveLength(1);
    await here.stop();
    await there.stop();
  });

  it("are looked at by the one that leads only until another one may lead", async () => {
    const letUntil: number[] = [];
    let isOver = false;
    const { stop } = startLeading(one.services, "checks", {
      begin: async () => undefined,
      goOn: (moment) => void letUntil.push(moment - hostClock()),
      end: async () => {
        isOver = letUntil.length > 0;
      },
    });
    onTestFinished(stop);
    await until(() => expect(letUntil.length).toBeGreaterThan(0));
    await one.hang();
    await until(() => expect(isOver).toBe(true));
    expect(letUntil.filter((forMs) => forMs >= deadAfterSeconds * 1000)).toEqual([]);
    const before = letUntil.length;
    await stop();
    expect(letUntil).toHaveLength(before);
  });
});

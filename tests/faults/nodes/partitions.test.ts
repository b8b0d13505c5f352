import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { chanceOf } from "../../support/chance.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { isEverybodyOnline, startActing, statesOf } from "../../support/nodes/acting.ts";
import { expectWhole } from "../../support/nodes/expect-whole.ts";
import { type Namespace, openNamespace, whyNoNamespaces } from "../../support/nodes/namespace.ts";
import { countLiving, makeNode, type NodeProcess } from "../../support/nodes/node-process.ts";
import { openOutages } from "../../support/nodes/outages.ts";
import { openSharedPlace, type SharedPlace, whyWithoutNodes } from "../../support/nodes/shared-place.ts";
import { hireWorkers } from "../../support/nodes/staff.ts";
import { type Ledger, openLedger, type Worker } from "../../support/nodes/work.ts";
import { until } from "../../support/until.ts";

const reason = whyWithoutNodes || whyNoNamespaces();
type Service = "redis" | "postgres" | "s3";

/** As many at each node as end in time on a busy machine: whoever waits ten seconds for a turn is refused. */
const maxAtOnce = 12;

describe.skipIf(reason !== "")(`a node that the network cuts off${reason}`, () => {
  let place: SharedPlace;
  let network: Namespace<Service>;
  let db: Db;
  let far: NodeProcess;
  let near: NodeProcess;
  let atFar: Worker[];
  let atNear: Worker[];
  let ledger: Ledger;
  const ofFar = openOutages();
  const ofNear = openOutages();

  beforeAll(async () => {
    place = await openSharedPlace({ synchronous_commit: "on" });
    db = await openPostgres(place.env.DATABASE_URL ?? "", { size: 4 });
    atFileEnd(() => db.destroy());
    network = await openNamespace<Service>({
      redis: targetOf(place.env.REDIS_URL),
      postgres: { path: path.join(place.postgres.folder, ".s.PGSQL.5432") },
      s3: targetOf(place.env.S3_ENDPOINT),
    });
    const at = (service: Service) => `${network.services[service].address}:${network.services[service].port}`;
    const env = { ...place.env, S3_ENDPOINT: `http://${at("s3")}` };
    const { pathname } = new URL(place.env.DATABASE_URL ?? "");
    const envThere = {
      ...env,
      DATABASE_URL: `postgres://techcenter@${at("postgres")}${pathname}`,
      REDIS_URL: `redis://${at("redis")}`,
    };
    far = await makeNode("fern", { dataDir: place.newDataDir(), env: envThere, network });
    near = await makeNode("nah", { dataDir: place.newDataDir(), env });
    for (const node of [far, near]) {
      await node.start();
      atFileEnd(() => node.stop());
    }
    ledger = openLedger();
    const seatFar = { origin: `http://${far.host}`, outages: ofFar };
    const seatNear = { origin: `http://${near.host}`, outages: ofNear };
    const workers = await hireWorkers({ db, place, seats: [seatFar, seatFar, seatNear, seatNear] });
    atFileEnd(async () => {
      for (const { person, writing } of workers) {
        person.close();
        writing?.writer.destroy();
      }
    });
    [atFar, atNear] = [workers.slice(0, 2), workers.slice(2)];
  });

  const targetOf = (url = "") => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  const ready = async (node: NodeProcess) => {
    const answer = await fetch(`http://${node.host}/api/health/ready`);
    return { code: answer.status, ...(await answer.json()) };
  };
  const done = () => ledger.messages.size + ledger.acknowledged.length;

  /** Lets everybody work on while something is cut, and looks at all of it afterwards. */
  async function cut(links: (Service | "clients")[], seed: number, meanwhile: () => Promise<unknown>): Promise<void> {
    const workers = [...atFar, ...atNear];
    // Those at the far node wait while it is cut off, and must not take the places of the others.
    const endings = [atFar, atNear].map((group, index) =>
      startActing({ ledger, workers: group, everyMs: 200, maxAtOnce, chance: chanceOf(seed + 10 * index) }),
    );
    for (const link of links) network.cut(link);
    await meanwhile();
    for (const link of links) network.mend(link);
    await until(async () => expect(await ready(far)).toMatchObject({ code: 200, redis: true }));
    await until(async () => expect(await countLiving(db)).toBe(2));
    await isEverybodyOnline(workers);
    await Promise.all(endings.map((end) => end()));
    await expectWhole({ db, ledger, workers });
    // What happens to one node is no failure at the other one.
    expect(ofNear.unexplained()).toEqual([]);
  }

  it("from Redis saves everything, says that live events pause, and catches up", async () => {
    await cut(["redis"], 1, async () => {
      await until(() => expect(statesOf(atFar)).toEqual({ paused: 2 }));
      expect(await ready(far)).toMatchObject({ code: 200, status: "degraded", redis: false });
      expect(statesOf(atNear)).toEqual({ online: 2 });
    });
    expect(ofFar.unexplained()).toEqual([]);
  });

  it("from its people goes on as a node, and they see all that happened once they reach it again", async () => {
    await cut(["clients"], 4, async () => {
      const before = done();
      await until(() => expect(done()).toBeGreaterThan(before + 20));
      expect(await countLiving(db)).toBe(2);
    });
  });

  it("from the database is not ready, does no harm to the others, and goes on by itself", async () => {
    await cut(["postgres"], 2, untilGone);
  });

  it("from both is not ready, does no harm to the others, and goes on by itself", async () => {
    await cut(["redis", "postgres"], 3, untilGone);
  });

  async function untilGone(): Promise<void> {
    await until(async () => expect(await countLiving(db)).toBe(1));
    await until(async () => expect(await ready(far)).toMatchObject({ code: 503, database: false }));
    const before = done();
    await until(() => expect(done()).toBeGreaterThan(before + 5));
  }
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../server/db/connection.ts";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import { chanceOf } from "../../support/chance.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { isEverybodyOnline, startActing, statesOf } from "../../support/nodes/acting.ts";
import { expectBothMade, expectWhole } from "../../support/nodes/expect-whole.ts";
import { countLiving, makeNode, type NodeProcess } from "../../support/nodes/node-process.ts";
import { type Failure, openOutages } from "../../support/nodes/outages.ts";
import { makeNextProgram, type Program, thisProgram } from "../../support/nodes/programs.ts";
import { openSharedPlace, type SharedPlace, whyWithoutNodes } from "../../support/nodes/shared-place.ts";
import { hireWorkers } from "../../support/nodes/staff.ts";
import { openLedger } from "../../support/nodes/work.ts";
import { stablePort } from "../../support/ports.ts";
import { isInstalled } from "../../support/proxies/debian-proxies.ts";
import { openNginx } from "../../support/proxies/nginx.ts";
import { repetitions } from "../../support/repetitions.ts";
import { until } from "../../support/until.ts";

const hasNginx = isInstalled("nginx");
const reason = whyWithoutNodes || (hasNginx ? "" : " (skipped: Debian's nginx-light is not installed)");
const seed = 16;
const people = repetitions(20, 200);
const actEveryMs = repetitions(100, 50);
/** Each waits ten seconds at most for its turn, and other tests have most of the cores meanwhile. */
const maxAtOnce = repetitions(12, 120);
/** Within npm test one follows on the other. */
const eventEveryMs = repetitions(0, 30_000);
const limitMs = repetitions(900_000, 1_800_000);

type Fault = "kill" | "hold" | "restart" | "upgrade" | "redis" | "postgres";
const twice = (faults: readonly Fault[]) => faults.flatMap((fault) => [fault, fault]);
const faults: readonly Fault[] = process.env.SOAK
  ? [
      ...twice(["kill", "hold", "restart", "kill", "redis", "hold", "postgres"]),
      ...(["upgrade", "kill", "upgrade", "hold", "upgrade", "kill"] as const),
    ]
  : ["kill", "hold", "redis", "postgres", "upgrade", "upgrade", "upgrade"];

describe.skipIf(reason !== "")(`three nodes behind nginx${reason}`, () => {
  let place: SharedPlace;
  let db: Db;
  let nodes: NodeProcess[];
  let origin: string;
  let newer: Program;

  beforeAll(async () => {
    newer = makeNextProgram();
    // What was acknowledged outlives a crash.
    place = await openSharedPlace({ synchronous_commit: "on" });
    db = await openPostgres(place.env.DATABASE_URL ?? "", { size: 4 });
    atFileEnd(() => db.destroy());
    const port = await stablePort();
    origin = `http://127.0.0.1:${port}`;
    const env = { ...place.env, PUBLIC_URL: origin, TRUST_PROXY: "1" };
    const make = (name: string) => makeNode(name, { dataDir: place.newDataDir(), env });
    nodes = await Promise.all(["frankfurt", "helsinki", "nürnberg"].map(make));
    for (const node of nodes) {
      await node.start();
      atFileEnd(() => node.stop());
    }
    const nginx = await openNginx(
      port,
      nodes.map(({ host }) => host),
    );
    atFileEnd(nginx.close);
  });

  it(
    `lose and double nothing while ${people} people work and ${faults.length} times something fails (seed ${seed})`,
    async () => {
      const outages = openOutages();
      const ledger = openLedger();
      const workers = await hireWorkers({
        db,
        place,
        seats: Array.from({ length: people }, () => ({ origin, outages })),
      });
      const chance = chanceOf(seed);
      const pick = <Each>(of: readonly Each[]): Each => of[chance.below(of.length)] as Each;
      const stopActing = startActing({ ledger, workers, everyMs: actEveryMs, maxAtOnce, chance: chanceOf(seed + 1) });
      // What nodes are started with: once one of them was upgraded, the former version finds the database too new.
      let program = thisProgram;
      const restart = async (node: NodeProcess) => {
        const askedAt = performance.now();
        // What nginx sends to a node on a connection that it opens just as that stops listening is lost, and never repeated.
        const isCut = ({ message }: Failure) => /<html>/.test(message);
        await outages.during(node.stop, isCut);
        report(`${node.name} was told to end, and had ended after ${Math.round(performance.now() - askedAt)} ms`);
        await node.start(program);
      };
      const fail: Record<Fault, () => Promise<void>> = {
        async kill() {
          const node = pick(nodes);
          await outages.during(node.kill);
          const killedAt = performance.now();
          // Until then it has no part of the cores that all of this shares.
          await isEverybodyOnline(workers);
          await node.start(program);
          await isEverybodyOnline(workers);
          const lastAt = Math.max(killedAt, ...workers.map(({ person }) => person.onlineSince()));
          report(`${node.name} was killed; everybody was back after ${Math.round(lastAt - killedAt)} ms`);
        },
        async hold() {
          const node = pick(nodes);
          const goOn = node.hold();
          const untilGivenUp = () => until(async () => expect(await countLiving(db)).toBe(nodes.length - 1));
          // What it was about goes to the others, and when it wakes up it is told that nothing of it counts.
          const isTaken = ({ message }: Failure) => /unterbrochen|gespeichert wurde nichts/.test(message);
          await outages.during(untilGivenUp, isTaken).finally(goOn);
        },
        restart: () => restart(pick(nodes)),
        async upgrade() {
          program = newer;
          await restart(nodes.find((node) => node.program() !== newer) ?? pick(nodes));
          await until(async () =>
            expect(await workers[0]?.person.client.system.nodes.query({})).toMatchObject(
              nodes.map((node) => ({ name: node.name, version: node.program().version })),
            ),
          );
        },
        async redis() {
          await place.redis.halt();
          await until(() => expect(statesOf(workers)).toEqual({ paused: people }));
          await place.redis.resume();
        },
        postgres: () =>
          outages.during(async () => {
            await place.postgres.halt("SIGQUIT");
            await place.postgres.resume();
            for (const node of nodes) await until(async () => expect(await node.isReady()).toBe(true));
          }),
      };
      for (const fault of faults) {
        const next = performance.now() + eventEveryMs;
        await fail[fault]();
        for (const node of nodes) await until(async () => expect(await node.isReady()).toBe(true));
        await until(async () => expect(await countLiving(db)).toBe(nodes.length));
        await isEverybodyOnline(workers);
        await until(() => expect(performance.now()).toBeGreaterThan(next));
      }
      await stopActing();

      expect(outages.unexplained()).toEqual([]);
      await expectWhole({ db, ledger, workers });
      await expectBothMade(db, newer);
      for (const { person, writing } of workers) {
        person.close();
        writing?.writer.destroy();
      }
      for (const node of nodes) await node.stop();
      report(`${ledger.messages.size} messages, ${ledger.acknowledged.length} customers, ${outages.count()} in flight`);
    },
    limitMs,
  );
});

/** What only the soak measures. */
function report(line: string): void {
  if (process.env.SOAK) process.stderr.write(`${line}\n`);
}

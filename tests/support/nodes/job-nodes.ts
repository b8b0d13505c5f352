import type { ChildProcess } from "node:child_process";
import { sql } from "kysely";
import { expect, vi } from "vitest";
import { openPostgres } from "../../../server/db/postgres/open-postgres.ts";
import type { chanceOf } from "../chance.ts";
import { atFileEnd } from "../file-end.ts";
import { createPostgres } from "../postgres/databases.ts";
import { openNodePrograms } from "./node-programs.ts";
import { serverFolder } from "./two-nodes.ts";

export const nodeNames = ["eins", "zwei", "drei"];
const patience = { timeout: 60_000, interval: 20 };

interface Options {
  chance: ReturnType<typeof chanceOf>;
  /** How many mails and how many deliveries each run of the job leaves. */
  told?: number;
}

interface Periods {
  runs: number;
  /** In how many of the runs a node is killed or held. */
  faults: number;
  /** Chooses the moment at which a node is harmed in this period, and which one. */
  harm(): Promise<void>;
  /** What has to hold before the next period, beside the job's effect. */
  isOver?(): Promise<boolean>;
}

/** Three nodes with one job that is due once in each period, on a database of their own; one is harmed in the midst of some. */
export async function openJobNodes({ chance, told = 0 }: Options) {
  const { url, drop } = await createPostgres(await serverFolder());
  atFileEnd(drop);
  const db = await openPostgres(url, { size: 4 });
  atFileEnd(() => db.destroy());
  await sql`create table test_clock (period bigint not null)`.execute(db);
  await sql`insert into test_clock values (0)`.execute(db);
  await sql`create table effects (period bigint not null, node text not null)`.execute(db);
  const programs = openNodePrograms("job-node.ts");
  const start = (which: number) => programs.start(url, nodeNames[which] ?? "", String(told));
  const nodes: Promise<ChildProcess>[] = nodeNames.map((_, which) => start(which));
  await Promise.all(nodes);
  let held: { name: string; goOn(): void } | undefined;
  const hasEffect = async (period: number) =>
    (await sql`select 1 from effects where period = ${period}`.execute(db)).rows.length > 0;

  return {
    db,
    /** The name of the node that is held, until its period is over. */
    held: () => held?.name,
    /** Kills or holds a node, one by chance unless it is named. */
    async harm(name = nodeNames[chance.below(nodeNames.length)] ?? ""): Promise<void> {
      const which = nodeNames.indexOf(name);
      const node = await nodes[which];
      if (node && chance.next() < 0.7) {
        programs.kill(node);
        // The others go on while it starts.
        nodes[which] = start(which);
      } else if (node) held = { name, goOn: programs.hold(node) };
    },
    /** Lets each period come, and the next one when its run has taken effect. */
    async run({ runs, faults, harm, isOver }: Periods): Promise<void> {
      const faulty = new Set(Array.from({ length: faults }, (_, index) => Math.floor(((index + 0.5) * runs) / faults)));
      for (let period = 1; period <= runs; period += 1) {
        await sql`update test_clock set period = ${period}`.execute(db);
        if (faulty.has(period)) await harm();
        await vi.waitFor(async () => expect(await hasEffect(period)).toBe(true), { ...patience, interval: 5 });
        if (isOver) await vi.waitFor(async () => expect(await isOver()).toBe(true), { ...patience, interval: 5 });
        held?.goOn();
        held = undefined;
      }
      // Whoever was stopped in the midst of a run has to have come to its end before it is counted.
      await vi.waitFor(
        async () => expect((await sql`select 1 from leases where node is not null`.execute(db)).rows).toEqual([]),
        patience,
      );
    },
    /** In how many periods the job has taken effect, by how many nodes, and in which not exactly once. */
    async effects() {
      const { rows: notOnce } = await sql<{ period: number; count: number }>`
        select period, count(*) as count from effects group by period having count(*) <> 1`.execute(db);
      const { rows } = await sql<{ nodes: number; total: number }>`
        select count(distinct node) as nodes, count(*) as total from effects where period > 0`.execute(db);
      return { notOnce, nodes: rows[0]?.nodes, total: rows[0]?.total };
    },
  };
}

import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { openPostgres } from "../../server/db/postgres/open-postgres.ts";
import { chanceOf } from "../support/chance.ts";
import { atFileEnd } from "../support/file-end.ts";
import { openNodePrograms } from "../support/nodes/node-programs.ts";
import { serverFolder } from "../support/nodes/two-nodes.ts";
import { createPostgres } from "../support/postgres/databases.ts";
import { repetitions } from "../support/repetitions.ts";
import { findPostgres } from "../support/servers/postgres.ts";

const reason = findPostgres() ? "" : " (skipped: Debian's postgresql is not installed)";
const runs = repetitions(300, 10_000);
/** In how many of the runs a node is killed or stopped in the midst. */
const faults = repetitions(5, 200);
const seed = process.env.SOAK ? Date.now() : 16;

const names = ["eins", "zwei", "drei"];

describe.skipIf(reason !== "")(`a job of three nodes${reason}`, () => {
  it(`takes effect once in each of ${runs} periods, while nodes are killed and stopped in ${faults} of them (seed ${seed})`, async () => {
    const chance = chanceOf(seed);
    const { url, drop } = await createPostgres(await serverFolder());
    atFileEnd(drop);
    const db = await openPostgres(url, { size: 2 });
    await sql`create table test_clock (period bigint not null)`.execute(db);
    await sql`insert into test_clock values (0)`.execute(db);
    await sql`create table effects (period bigint not null, node text not null)`.execute(db);
    const programs = openNodePrograms("job-node.ts");
    const start = (which: number) => programs.start(url, names[which] ?? "");
    const nodes: Promise<ChildProcess>[] = names.map((_, which) => start(which));
    await Promise.all(nodes);
    const faulty = new Set(Array.from({ length: faults }, (_, index) => Math.floor(((index + 0.5) * runs) / faults)));
    const hasEffect = async (period: number) =>
      (await sql`select 1 from effects where period = ${period}`.execute(db)).rows.length > 0;
    const held: (() => void)[] = [];

    for (let period = 1; period <= runs; period += 1) {
      await sql`update test_clock set period = ${period}`.execute(db);
      if (faulty.has(period)) {
        await pause(chance.below(25));
        const which = chance.below(nodes.length);
        const node = await nodes[which];
        if (node && chance.next() < 0.7) {
          programs.kill(node);
          // The others go on while it starts.
          nodes[which] = start(which);
        } else if (node) held.push(programs.hold(node));
      }
      await vi.waitFor(async () => expect(await hasEffect(period)).toBe(true), { timeout: 60_000, interval: 5 });
      for (const goOn of held.splice(0)) goOn();
    }

    // Whoever was stopped in the midst of a run has to have come to its end before it is counted.
    await vi.waitFor(
      async () => expect((await sql`select 1 from leases where node is not null`.execute(db)).rows).toEqual([]),
      { timeout: 60_000, interval: 20 },
    );
    const { rows } = await sql<{ period: number; count: number }>`
      select period, count(*) as count from effects group by period having count(*) <> 1`.execute(db);
    const { rows: all } = await sql<{ nodes: number; total: number }>`
      select count(distinct node) as nodes, count(*) as total from effects where period > 0`.execute(db);
    await db.destroy();
    expect(rows).toEqual([]);
    expect(all[0]?.total).toBe(runs);
    expect(all[0]?.nodes).toBeGreaterThan(1);
  });
});

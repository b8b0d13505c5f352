import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { openJobNodes } from "../support/nodes/job-nodes.ts";
import { repetitions } from "../support/repetitions.ts";
import { findPostgres } from "../support/servers/postgres.ts";

const reason = findPostgres() ? "" : " (skipped: Debian's postgresql is not installed)";
const runs = repetitions(300, 10_000);
/** In how many of the runs a node is killed or stopped in the midst. */
const faults = repetitions(5, 200);
const seed = process.env.SOAK ? Date.now() : 16;

describe.skipIf(reason !== "")(`a job of three nodes${reason}`, () => {
  it(`takes effect once in each of ${runs} periods, while nodes are killed and stopped in ${faults} of them (seed ${seed})`, async () => {
    const chance = chanceOf(seed);
    const nodes = await openJobNodes({ chance });
    await nodes.run({
      runs,
      faults,
      async harm() {
        await pause(chance.below(25));
        await nodes.harm();
      },
    });
    const effects = await nodes.effects();
    expect(effects).toMatchObject({ notOnce: [], total: runs });
    expect(effects.nodes).toBeGreaterThan(1);
  });
});

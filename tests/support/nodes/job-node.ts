import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { minuteMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { type Job, openJobs } from "../../../server/jobs/runner.ts";
import { openOffice } from "../office.ts";
import { becomeNode } from "./become-node.ts";

/**
 * A node of which nothing runs but one job, in a process that may be killed. The clock of all nodes is a row that the test
 * moves on, a minute at a time.
 */
const [, , url = "", name = ""] = process.argv;
const lookMs = 5;
const base = new Date("2026-11-20T09:00:00.000Z").getTime();

const { db, nodes } = await becomeNode(url, name);
const office = await openOffice({ db, nodes });

let period = 0;
const services = { ...office.services, now: () => new Date(base + period * minuteMs) };

/** Looks and then writes without looking once more: only the lease keeps two nodes from doing both. */
const job: Job = {
  name: "melden",
  everyMs: minuteMs,
  async run(given) {
    const due = period;
    const { rows } = await sql`select 1 from effects where period = ${due}`.execute(db);
    await pause(Math.random() * lookMs);
    if (rows.length > 0) return;
    await transact(systemContext(given), (tx) =>
      sql`insert into effects (period, node) values (${due}, ${nodes.id})`.execute(tx.db),
    );
  },
};
const jobs = openJobs([job]);

process.stdout.write("ready\n");
for (;;) {
  const { rows } = await sql<{ period: number }>`select period from test_clock`.execute(db);
  period = Math.max(period, rows[0]?.period ?? 0);
  await jobs.runDue(services).catch(() => undefined);
  await pause(lookMs);
}

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { minuteMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { startWebhooks } from "../../../server/features/webhooks/deliver.ts";
import { type Job, openJobs } from "../../../server/jobs/runner.ts";
import { queueMail } from "../../../server/mail/queue.ts";
import { startMailer } from "../../../server/portal/mailer.ts";
import { openOffice } from "../office.ts";
import { becomeNode } from "./become-node.ts";

/**
 * A node of which nothing runs but one job, and what sends the mails and deliveries that each run of it leaves, in a process
 * that may be killed. The clock by which the job is due is a row that the test moves on, a minute at a time.
 */
const [, , url = "", name = "", told = "0"] = process.argv;
const lookMs = 5;
const base = new Date("2026-11-20T09:00:00.000Z").getTime();

const { db, nodes } = await becomeNode(url, name);
const office = await openOffice({ db, nodes });

let period = 0;
const services = { ...office.services, now: () => new Date(base + period * minuteMs) };
const now = () => new Date();

/** Looks and then writes without looking once more: only the lease keeps two nodes from doing both. */
const job: Job = {
  name: "melden",
  everyMs: minuteMs,
  async run(given) {
    const due = period;
    const { rows } = await sql`select 1 from effects where period = ${due}`.execute(db);
    await pause(Math.random() * lookMs);
    if (rows.length > 0) return;
    const toTell = due > 0 ? Number(told) : 0;
    await transact(systemContext({ ...given, now }), async (tx) => {
      await sql`insert into effects (period, node) values (${due}, ${nodes.id})`.execute(tx.db);
      for (let count = 0; count < toTell; count += 1) {
        const subject = `Lauf ${due}, ${count}`;
        await queueMail(tx, { to: { email: "jana@agentur.example", name: "Jana Petersen" }, subject, paragraphs: [] });
        await tx.record({ kind: "customer.deleted", subject: { type: "customer", id: subject } });
      }
    });
  },
};
const jobs = openJobs([job]);
startMailer({ ...services, now });
startWebhooks({ ...services, now });

process.stdout.write("ready\n");
for (;;) {
  const { rows } = await sql<{ period: number }>`select period from test_clock`.execute(db);
  period = Math.max(period, rows[0]?.period ?? 0);
  await jobs.runDue(services).catch(() => undefined);
  await pause(lookMs);
}

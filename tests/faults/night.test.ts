import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { dayMs } from "../../contract/time/durations.ts";
import { createSampleAgency } from "../../server/sample/agency.ts";
import { openChance } from "../../server/sample/chance.ts";
import { copyTestDatabase, writeTestDatabase } from "../support/database.ts";
import { runNight } from "../support/night/night.ts";
import { openOffice } from "../support/office.ts";
import { openLeft } from "../support/portal/left-data.ts";
import { childEnvironment, openData, placeOf } from "../support/portal/open-data.ts";
import { repetitions } from "../support/repetitions.ts";
import { temporaryFolder } from "../support/temporary-folders.ts";

const rounds = repetitions(5, 50);
const daysBetween = 23;
const seed = 20_261_122;
const program = path.resolve(import.meta.dirname, "../support/night/dying-night.ts");

/** All that a night writes, without the ids that it gives. */
async function written(dataDir: string) {
  const sqlite = await openLeft(dataDir);
  const all = (statement: string) => sqlite.prepare(statement).raw().all();
  const found = {
    terms: all(`select target_type, target_id, from_on, to_on, cancel_by, outcome, decision, price_cents, cost_cents
      from terms order by 1, 2, 3, rowid`),
    periodsTwice: all(`select target_type, target_id, from_on, outcome, count(*) from terms
      group by 1, 2, 3, 4, decision, effective_on having count(*) > 1`),
    deadlines: all(`select kind, target_type, target_id, due_on, cancel_by, state, quiet, closed_at from deadlines
      order by 1, 2, 3, 4, 6`),
    reminders: all(`select d.kind, d.target_type, d.target_id, r.counted_on, r.lead, r.user_id, r.sent_on
      from reminders as r join deadlines as d on d.id = r.deadline_id order by 1, 2, 3, 4, 5, 6`),
    told: all(`select for_user_id, category, title, message, link, created_at from notifications order by 1, 6, 3, 4`),
    mails: all("select count(*) from mails"),
    runs: all("select name, error, finished_at is not null from job_runs order by 1"),
    records: ["contracts", "domains", "hosts"].flatMap((table) => all(`select * from ${table} order by id`)),
    // A deadline is named by what it is of, since its id is the night's.
    history:
      all(`select c.kind, c.subject_type, coalesce(d.kind || ' ' || d.target_id || ' ' || d.due_on, c.subject_id),
      c.version, c.at
      from changes as c left join deadlines as d on c.subject_type = 'deadline' and d.id = c.subject_id
      order by 5, 2, 3, 4, 1`),
  };
  sqlite.close();
  return found;
}

test(`a night that is killed ${rounds} times tells nothing twice and leaves nothing out`, async () => {
  const [killed, whole] = [temporaryFolder("night-killed"), temporaryFolder("night-whole")];
  await writeTestDatabase(killed);
  const office = await openOffice({ db: await openData(killed) });
  await createSampleAgency(office.services, await office.hire({ role: "admin" }));
  await office.services.db.destroy();
  const start = office.services.now().getTime();
  await runNight(killed, new Date(start));
  await copyTestDatabase(killed, whole);

  const chance = openChance(seed);
  const env = childEnvironment(await placeOf(killed));
  for (let round = 1; round <= rounds; round += 1) {
    const at = new Date(start + round * daysBetween * dayMs);
    const statements = await runNight(whole, at);
    const statement = chance.int(1, statements);
    const child = spawn(process.execPath, [program, killed, at.toISOString(), String(statement)], {
      stdio: "inherit",
      env,
    });
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");
    await runNight(killed, at);
    const [found, expected] = [await written(killed), await written(whole)];
    expect({ round, statement, ...found }).toEqual({ round, statement, ...expected });
    expect(found.periodsTwice).toEqual([]);
    expect(found.runs).toEqual(["deadlines", "reminders", "terms"].map((name) => [name, null, 1]));
  }
  const { reminders, told } = await written(killed);
  expect([reminders.length > 100, told.length > rounds]).toEqual([true, true]);
});

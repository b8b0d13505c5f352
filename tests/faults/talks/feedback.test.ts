import { rmSync } from "node:fs";
import type Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { readLeft } from "../../support/portal/left-data.ts";
import { type MortalClient, openMortalPortal } from "../../support/portal/mortal-portal.ts";
import { newDataDir } from "../../support/portal/portal-process.ts";
import { hireInto } from "../../support/staff.ts";

const people = 3;
const entriesEach = 2;
const stepsEach = 80;
const kills = 4;
const way = ["reviewed", "planned", "inProgress", "done"] as const;

interface Step {
  id: string;
  version: number;
  status: string;
}

interface Known {
  /** Steps that were acknowledged. */
  steps: Step[];
  /** Entries that were acknowledged as duplicates. */
  folded: string[];
  /** What each person has last said about each entry, unless that is still on its way. */
  votes: Map<string, boolean>;
}

/** What a stop in the middle must not leave behind; empty when all is well. */
function wrongIn(sqlite: Sqlite.Database, originId: string): Record<string, unknown[]> {
  const all = (statement: string, ...values: unknown[]) =>
    sqlite
      .prepare(statement)
      .pluck()
      .all(...values);
  const wrong = {
    "versions without history": all(
      `select id from feedback where version <> (select count(*) from changes
        where subject_type = 'feedback' and subject_id = feedback.id and version is not null)`,
    ),
    "statuses that history does not know": all(
      `select id from feedback where status <> 'new' and status is not (
        select json_extract(after_json, '$.status') from changes where subject_type = 'feedback'
        and subject_id = feedback.id and version = feedback.version)`,
    ),
    "done without a day": all("select id from feedback where (status = 'done') <> (done_at is not null)"),
    "done without an answer": all("select id from feedback where status = 'done' and answer is null"),
    "duplicates of nothing": all(
      "select id from feedback where (status = 'duplicate') <> (duplicate_of_id is not null)",
    ),
    "duplicates that kept votes or followers": all(
      `select id from feedback where status = 'duplicate' and (
        id in (select feedback_id from feedback_votes) or id in (select feedback_id from feedback_followers))`,
    ),
    "votes lost on the way to the origin": all(
      `select id from users where exists (select 1 from feedback where status = 'duplicate')
        and id not in (select user_id from feedback_votes where feedback_id = ?)`,
      originId,
    ),
    "entries without their author's vote": all(
      `select id from feedback where version = 1 and not exists (
        select 1 from feedback_followers where feedback_id = feedback.id and user_id = author_id)`,
    ),
  };
  return Object.fromEntries(Object.entries(wrong).filter(([, found]) => found.length > 0));
}

function expectKept(sqlite: Sqlite.Database, { steps, folded, votes }: Known): void {
  const recorded = sqlite.prepare(
    `select json_extract(after_json, '$.status') from changes
      where kind = 'feedback.updated' and subject_id = ? and version = ?`,
  );
  for (const { id, version, status } of steps) expect(recorded.pluck().all(id, version)).toEqual([status]);
  const statusOf = sqlite.prepare("select status from feedback where id = ?").pluck();
  for (const id of folded) expect(statusOf.get(id)).toBe("duplicate");
  const voted = new Set(sqlite.prepare("select user_id || ' ' || feedback_id from feedback_votes").pluck().all());
  expect([...votes].filter(([vote, on]) => voted.has(vote) !== on)).toEqual([]);
}

it("steps, votes and duplicates that were acknowledged survive four kills, with their history and nothing half", async () => {
  const dataDir = newDataDir();
  const crew: { id: string; cookie: string }[] = [];
  for (let index = 0; index < people; index += 1)
    crew.push(await hireInto(dataDir, { name: `Person ${index}`, email: `person${index}@agentur.example` }));
  const known: Known = { steps: [], folded: [], votes: new Map() };
  let originId = "";
  const look = (sqlite: Sqlite.Database) => {
    expect(wrongIn(sqlite, originId)).toEqual({});
    expectKept(sqlite, known);
  };
  const portal = await openMortalPortal(dataDir, look);
  const clients = crew.map(({ cookie }) => portal.client(cookie));
  const [first] = clients;
  if (!first) throw new Error("a crew has people");
  const give = (title: string) => first.feedback.give.mutate({ body: { title, area: "wiki" }, files: [] });
  originId = (await give("Suche findet nichts")).id;
  const entryIds: string[] = [];
  for (let index = 0; index < people * entriesEach; index += 1) entryIds.push((await give(`Wunsch ${index}`)).id);

  let working = people;
  const step = async (client: MortalClient, index: number) => {
    const own = entryIds.slice(index * entriesEach, (index + 1) * entriesEach);
    for (let count = 0; count < stepsEach; count += 1) {
      const id = own[count % entriesEach] ?? "";
      const status = way[Math.floor(count / entriesEach) % way.length] ?? "reviewed";
      const said = { answer: `Antwort ${count}`, reason: `Grund ${count}` };
      const written = await portal.once(() => client.feedback.setStatus.mutate({ id, status, ...said }));
      if (!written) continue;
      known.steps.push({ id, version: written.version, status });
      if (portal.kills < kills && known.steps.length >= ((portal.kills + 1) * people * stepsEach) / (kills + 2))
        void portal.kill();
    }
    working -= 1;
  };
  const vote = async (client: MortalClient, index: number) => {
    for (let round = 0; working > 0; round += 1) {
      const id = entryIds[round % entryIds.length] ?? "";
      const key = `${crew[index]?.id} ${id}`;
      const on = Math.floor(round / entryIds.length) % 2 === 0;
      known.votes.delete(key);
      await portal.insist(() => client.feedback.vote.mutate({ id, on }));
      known.votes.set(key, on);
    }
  };
  const fold = async () => {
    for (let round = 0; working > 0; round += 1) {
      const given = await portal.once(() => give(`Suche findet wieder nichts ${round}`));
      if (!given) continue;
      const { id } = given;
      for (const client of clients) await portal.insist(() => client.feedback.vote.mutate({ id, on: true }));
      const duplicate = { id, status: "duplicate", duplicateOfId: originId } as const;
      if (await portal.once(() => first.feedback.setStatus.mutate(duplicate))) known.folded.push(id);
    }
  };
  await Promise.all([...clients.flatMap((client, index) => [step(client, index), vote(client, index)]), fold()]);
  expect(portal.kills).toBe(kills);
  expect(known.folded.length).toBeGreaterThan(kills);
  await portal.stop();
  await readLeft(dataDir, look);
  rmSync(dataDir, { recursive: true });
});

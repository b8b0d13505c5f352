import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import type { Db } from "../../server/db/connection.ts";
import { chanceOf } from "../support/chance.ts";
import { atFileEnd } from "../support/file-end.ts";
import { nodeNames, openJobNodes } from "../support/nodes/job-nodes.ts";
import { openOffice } from "../support/office.ts";
import { repetitions } from "../support/repetitions.ts";
import { startMailServer } from "../support/servers/mail-server.ts";
import { findPostgres } from "../support/servers/postgres.ts";
import { openReceiver } from "../support/servers/receiver.ts";

const reason = findPostgres() ? "" : " (skipped: Debian's postgresql is not installed)";
const runs = repetitions(80, 2000);
/** Mails, and deliveries, that each run leaves. */
const told = 2;
const faults = repetitions(4, 60);
/** More wait than three nodes have under way, so that each has something to send all the time. */
const maxWaiting = 60;
const seed = process.env.SOAK ? Date.now() : 16;
const patience = { timeout: 60_000, interval: 20 };

const kinds = ["mails", "webhook_deliveries"] as const;
type Kind = (typeof kinds)[number];

/** What came under an id, once for each time. */
interface Got {
  id: string;
  about: string;
}

/** Notes each claim in the transaction that makes it. */
async function noteClaims(db: Db): Promise<void> {
  await sql`create table test_claims (kind text not null, id text not null, node text not null)`.execute(db);
  await sql`create function note_claim() returns trigger language plpgsql as $$
    begin insert into test_claims values (tg_table_name, new.id, new.claimed_by); return null; end $$`.execute(db);
  for (const kind of kinds)
    await sql`create trigger note_claim after update on ${sql.table(kind)} for each row
      when (new.claimed_by is not null and new.claimed_by is distinct from old.claimed_by)
      execute function note_claim()`.execute(db);
}

/** A mail server and a receiver of webhooks, and who sends what they have in hand before they answer. */
async function openReceivers(db: Db) {
  const got: Record<Kind, Got[]> = { mails: [], webhook_deliveries: [] };
  let wanted: { kind: Kind; meet(name: string | undefined): Promise<void> } | undefined;
  const receive = async (kind: Kind, id: string, about: string) => {
    got[kind].push({ id, about });
    // As long as a receiver needs that has some work with it.
    await pause(10);
    if (wanted?.kind !== kind) return;
    const { meet } = wanted;
    wanted = undefined;
    const { rows } = await sql<{ name: string }>`
      select n.name from nodes as n inner join ${sql.table(kind)} as o on o.claimed_by = n.id where o.id = ${id}
    `.execute(db);
    await meet(rows[0]?.name);
  };
  const mailServer = await startMailServer();
  mailServer.onMail = ({ headers }) =>
    receive("mails", /<(.+)@/.exec(headers.get("message-id") ?? "")?.[1] ?? "", headers.get("subject") ?? "");
  const receiver = await openReceiver();
  atFileEnd(receiver.close);
  receiver.answer(async ({ headers, body }) => {
    await receive("webhook_deliveries", String(headers["webhook-id"]), JSON.parse(body).data.id);
    return { status: 204 };
  });

  const office = await openOffice({ db });
  const api = await office.as(await office.hire({ role: "admin" }));
  const mail = { host: "127.0.0.1", port: mailServer.port, security: "none", fromEmail: "portal@agentur.example" };
  await api.setting.update({ section: "mail", version: 0, secrets: {}, values: mail });
  const network = { allowedNetworks: ["127.0.0.0/8"] };
  await api.setting.update({ section: "network", version: 0, secrets: {}, values: network });
  await api.webhook.create({
    body: { url: receiver.url, description: "", events: ["customer.deleted"], isEnabled: true },
  });
  return {
    got,
    /** Runs `meet` with the name of the node whose mail or delivery comes next, before that is answered. */
    atNext: (kind: Kind, meet: (name: string | undefined) => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        wanted = { kind, meet: (name) => meet(name).then(resolve, reject) };
      }),
  };
}

describe.skipIf(reason !== "")(`mails and deliveries of three nodes${reason}`, () => {
  it(`of ${runs} runs arrive under one id each, and twice only where one of ${faults} kills and holds met them (seed ${seed})`, async () => {
    const chance = chanceOf(seed);
    const nodes = await openJobNodes({ chance, told });
    const { db } = nodes;
    await noteClaims(db);
    const { got, atNext } = await openReceivers(db);
    const waiting = async (kind: Kind) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(kind)} where state not in ('sent', 'delivered')`.execute(db);
      return Number(rows[0]?.count);
    };
    const isHolding = async (kind: Kind, name: string) => {
      const { rows } = await sql`select 1 from ${sql.table(kind)}
        where claimed_by in (select id from nodes where name = ${name})`.execute(db);
      return rows.length > 0;
    };

    await nodes.run({
      runs,
      faults,
      async harm() {
        await pause(chance.below(25));
        const kind = kinds[chance.below(3)];
        // Either whoever it is, or a node whose receiver has it while it does not know.
        await (kind ? atNext(kind, (name) => nodes.harm(name)) : nodes.harm());
      },
      async isOver() {
        const held = nodes.held();
        for (const kind of kinds)
          if ((await waiting(kind)) > maxWaiting || (held && (await isHolding(kind, held)))) return false;
        return true;
      },
    });
    for (const kind of kinds) await vi.waitFor(async () => expect(await waiting(kind)).toBe(0), patience);
    expect(await nodes.effects()).toMatchObject({ notOnce: [], total: runs });

    const subjects = Array.from({ length: runs }, (_, run) =>
      Array.from({ length: told }, (__, count) => `Lauf ${run + 1}, ${count}`),
    ).flat();
    for (const kind of kinds) {
      const { rows: kept } = await sql<{ id: string; attempts: number }>`
        select id, attempts from ${sql.table(kind)}`.execute(db);
      const byId = Map.groupBy(got[kind], ({ id }) => id);
      expect([...byId.keys()].sort()).toEqual(kept.map(({ id }) => id).sort());
      expect(kept.filter(({ attempts }) => attempts !== 1)).toEqual([]);
      const firsts = [...byId.values()].flatMap(([first]) => first ?? []);
      expect(firsts.map(({ about }) => about).sort()).toEqual(subjects.toSorted());
      expect(got[kind].filter(({ id, about }) => byId.get(id)?.[0]?.about !== about)).toEqual([]);

      const { rows: claims } = await sql<{ id: string; name: string }>`select c.id, n.name from test_claims as c
        inner join nodes as n on n.id = c.node where c.kind = ${kind}`.execute(db);
      const claimed = Map.groupBy(claims, ({ id }) => id);
      const moreOftenThanClaimed = [...byId].filter(([id, all]) => all.length > (claimed.get(id)?.length ?? 0));
      expect(moreOftenThanClaimed).toEqual([]);
      // A node sends one mail at a time, and one delivery to each receiver.
      expect(got[kind].length - byId.size).toBeLessThanOrEqual(faults);
      const byNode = Map.groupBy(claims, ({ name }) => name);
      expect([...byNode.keys()].sort()).toEqual(nodeNames.toSorted());
      for (const own of byNode.values()) expect(own.length).toBeGreaterThan(subjects.length / 20);
    }
  });
});

import { type RawBuilder, sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { isPostgres } from "../../../server/db/postgres/is-postgres.ts";
import { silentContext, transact } from "../../../server/db/transact.ts";
import {
  giveUpLease,
  holdsLease,
  LeaseLost,
  listLeases,
  mustHoldLease,
  type NodeLease,
  takeLease,
} from "../../../server/nodes/leases.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";
import { openOffice } from "../../support/office.ts";
import { until } from "../../support/until.ts";

const take = ({ services }: TestNode, name = "mail") => takeLease(services, name);

async function mustTake(node: TestNode, name?: string): Promise<NodeLease> {
  const lease = await take(node, name);
  if (!lease) throw new Error("the lease is another node's");
  return lease;
}

/** Writes under a lease, as a job does. */
const writeUnder = ({ services: { db, now } }: TestNode, lease: NodeLease, from: string, last?: Promise<void>) =>
  transact({ ...silentContext({ db, now }), fence: (tx) => mustHoldLease(tx, lease) }, async (tx) => {
    await tx.db.insertInto("downtimes").values({ fromAt: from, untilAt: from }).execute();
    await last;
  });
const written = async ({ services: { db } }: TestNode) =>
  (await db.selectFrom("downtimes").select("fromAt").orderBy("fromAt").execute()).map(({ fromAt }) => fromAt);

describeTwoNodes("a lease", (open) => {
  let one: TestNode;
  let two: TestNode;
  beforeEach(async () => {
    [one, two] = await open();
  });

  it("is refused to a second node while the first one lives", async () => {
    await mustTake(one);
    expect(await take(two)).toBeUndefined();
    expect(await listLeases(two.services)).toEqual([{ name: "mail", node: one.node.id }]);
  });

  it("is refused to a node that the others may take for dead, or that is about to end", async () => {
    await two.hang();
    expect(await take(two)).toBeUndefined();
    await two.appear();
    two.node.drain();
    expect(await take(two)).toBeUndefined();
  });

  it("lets a node that hung write nothing more once another one has it", async () => {
    const old = await mustTake(one);
    await one.hang();
    const taken = await mustTake(two);
    expect([old.fence, taken.fence]).toEqual([1, 2]);
    await one.appear();
    await expect(writeUnder(one, old, "old")).rejects.toThrow(LeaseLost);
    await writeUnder(two, taken, "new");
    expect(await written(two)).toEqual(["new"]);
    expect(await holdsLease(one.services.db, old)).toBe(false);
    expect(await take(one)).toBeUndefined();
  });

  it("lets a node that hung go on when nobody has taken over", async () => {
    const lease = await mustTake(one);
    await one.hang();
    await one.appear();
    await writeUnder(one, lease, "same");
    expect(await written(two)).toEqual(["same"]);
  });

  it("goes to one of two that race, whatever had it before", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `race:${index}`);
    const dead = await mustTake(one, "race:0");
    await one.services.db.updateTable("leases").set({ node: "a node that is gone" }).execute();
    for (const name of names) {
      const taken = await Promise.all([take(one, name), take(two, name)]);
      expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
    }
    expect(await holdsLease(one.services.db, dead)).toBe(false);
  });

  it("is a new one each time that it is taken, also by the node that has it", async () => {
    const first = await mustTake(one);
    const second = await mustTake(one);
    expect(second.fence).toBe(first.fence + 1);
    await expect(writeUnder(one, first, "first")).rejects.toThrow(LeaseLost);
  });

  it("is the next node's at once when it is given up, and stays so when it is given up late", async () => {
    const first = await mustTake(one);
    await giveUpLease(one.services.db, first);
    const second = await mustTake(two);
    expect(second.fence).toBe(2);
    await giveUpLease(one.services.db, first);
    expect(await holdsLease(two.services.db, second)).toBe(true);
  });

  it("is another's as soon as its node has ended", async () => {
    await mustTake(one);
    await one.node.end();
    expect(await mustTake(two)).toMatchObject({ node: two.node.id, fence: 2 });
  });

  it("stays whose it is until the transaction that checked it has ended", async () => {
    const { db } = two.services;
    // SQLite has one connection here, and one writer anyway.
    if (!isPostgres(db)) return;
    const lease = await mustTake(one);
    const last = Promise.withResolvers<void>();
    const writing = writeUnder(one, lease, "in time", last.promise);
    const found = async (query: RawBuilder<unknown>) => (await query.execute(db)).rows.length;
    const checked = sql`select 1 from pg_locks as l inner join pg_database as d on d.oid = l.database
      where d.datname = current_database() and l.mode = 'RowShareLock' and l.relation = 'leases'::regclass`;
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%insert into leases%' and pid <> pg_backend_pid()`;
    await until(async () => expect(await found(checked)).toBe(1));
    await one.hang();
    const taking = take(two);
    await until(async () => expect(await found(waiting)).toBe(1));
    last.resolve();
    await writing;
    expect(await taking).toMatchObject({ node: two.node.id, fence: 2 });
    expect(await written(two)).toEqual(["in time"]);
  });
});

it("on the only node of a portal a lease is always had, and asks the database nothing", async () => {
  const { services } = await openOffice();
  const [first, second] = [await takeLease(services, "mail"), await takeLease(services, "mail")];
  if (!first || !second) throw new Error("the lease was refused");
  await mustHoldLease(services.db, first);
  await giveUpLease(services.db, first);
  expect(await holdsLease(services.db, second)).toBe(true);
  expect(await services.db.selectFrom("leases").selectAll().execute()).toEqual([]);
  expect(await services.db.selectFrom("nodes").selectAll().execute()).toEqual([]);
});

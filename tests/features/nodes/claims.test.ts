import { sql } from "kysely";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { beginOnce, markDone } from "../../../server/api/idempotency.ts";
import { systemContext, transact } from "../../../server/db/transact.ts";
import { deliverDue } from "../../../server/features/webhooks/deliver.ts";
import { releaseClaims } from "../../../server/jobs/claims.ts";
import { openLeases } from "../../../server/jobs/leases.ts";
import { claimDueMail } from "../../../server/mail/claims.ts";
import { queueMail } from "../../../server/mail/queue.ts";
import { describeTwoNodes, type TestNode } from "../../support/nodes/two-nodes.ts";
import { openReceiver } from "../../support/servers/receiver.ts";

const leases = openLeases({ table: "lookups", key: ["kind", "targetId"], leaseMs: 60_000 });
const claimLookup = ({ services }: TestNode) =>
  leases.claim<{ kind: string; targetId: string }>(services, {
    where: sql`true`,
    orderBy: sql`t.target_id`,
    returning: sql`subject`,
  });

/** A request of a script that names it by a key. */
async function askWithKey({ hire, as, services }: TestNode) {
  const chief = await hire({ name: "Chefin", role: "admin" });
  const { id } = await (await as(chief)).apiToken.create({ name: "Skript", scopes: ["records:write"], days: 30 });
  return { tokenId: id, key: "k1", request: ["post", "/x", "{}"], now: services.now() };
}

async function noteLookup({ services: { db, now } }: TestNode, targetId: string): Promise<void> {
  const dueAt = now().toISOString();
  await db
    .insertInto("lookups")
    .values({ kind: "dns", targetId, subject: `${targetId}.example`, dueAt })
    .execute();
}

const queue = ({ services }: TestNode) =>
  transact(systemContext(services), (tx) =>
    queueMail(tx, { to: { email: "jana@agentur.example", name: "Jana" }, subject: "Hallo", paragraphs: ["Worte"] }),
  );

describeTwoNodes("what a node has claimed", (open) => {
  let one: TestNode;
  let two: TestNode;
  beforeEach(async () => {
    [one, two] = await open();
  });

  it("stays its own when another node starts beside it", async () => {
    await queue(one);
    await noteLookup(one, "amsel");
    const [mail, lookup] = [await claimDueMail(one.services), await claimLookup(one)];
    expect([mail?.claimedBy, lookup?.claimedBy]).toEqual([one.node.id, one.node.id]);
    await releaseClaims(two.services, two.services.now());
    expect([await claimDueMail(two.services), await claimLookup(two)]).toEqual([undefined, undefined]);
    expect(lookup && (await leases.holds(one.services.db, lookup))).toBe(true);
  });

  it("is due at once when another node sees that it has died, and it can keep nothing of it then", async () => {
    await queue(one);
    await noteLookup(one, "amsel");
    const [mail, lookup] = [await claimDueMail(one.services), await claimLookup(one)];
    await two.appear();
    expect(await claimLookup(two)).toBeUndefined();
    await one.hang();
    await two.appear();
    expect(await claimDueMail(two.services)).toMatchObject({ id: mail?.id, claimedBy: two.node.id });
    expect(await claimLookup(two)).toMatchObject({ targetId: "amsel", claimedBy: two.node.id });
    await one.appear();
    expect(lookup && (await leases.giveBack(one.services.db, lookup, { error: "zu spät" }))).toBe(false);
    expect(await one.services.db.selectFrom("lookups").select("error").execute()).toEqual([{ error: null }]);
  });

  it("is due at once when it has ended in good order", async () => {
    await noteLookup(one, "amsel");
    await claimLookup(one);
    await two.appear();
    await one.node.end();
    await two.appear();
    expect(await claimLookup(two)).toMatchObject({ targetId: "amsel" });
  });

  it("grows by nothing while the others may take it for dead", async () => {
    await queue(one);
    await noteLookup(one, "amsel");
    await one.hang();
    expect([await claimDueMail(one.services), await claimLookup(one)]).toEqual([undefined, undefined]);
    await one.appear();
    expect(await claimLookup(one)).toMatchObject({ claimedBy: one.node.id });
  });

  it("is claimed once, however closely others follow whoever keeps the result in another table", async () => {
    const [targets, claimants] = [200, 8];
    for (let target = 0; target < targets; target += 1) await noteLookup(one, `t${target}`);
    const kept: string[] = [];
    const work = async (node: TestNode) => {
      // What is kept decides in another table about what is due, as the pictures of a discovery do.
      const options = {
        where: sql<boolean>`not exists (select 1 from downtimes where from_at = t.target_id)`,
        orderBy: sql`t.target_id`,
        returning: sql`subject`,
      };
      const lookup = await leases.claim<{ kind: string; targetId: string }>(node.services, options);
      if (!lookup) return false;
      kept.push(lookup.targetId);
      const row = { fromAt: lookup.targetId, untilAt: node.node.id };
      await node.services.db
        .insertInto("downtimes")
        .values(row)
        .onConflict((again) => again.doNothing())
        .execute();
      await leases.giveBack(node.services.db, lookup);
      return true;
    };
    const lane = async (node: TestNode) => {
      for (let isOver = false; !isOver; ) isOver = !(await work(node)) && kept.length >= targets;
    };
    await Promise.all(Array.from({ length: claimants }, (_, number) => lane(number % 2 === 0 ? one : two)));
    expect(kept.filter((target, position) => kept.indexOf(target) !== position)).toEqual([]);
    expect(kept).toHaveLength(targets);
  });

  it("is not sent by it any more once others have taken its deliveries over while it sent one", async () => {
    const receiver = await openReceiver();
    onTestFinished(receiver.close);
    const admin = await one.as(await one.hire({ name: "Chefin", role: "admin" }));
    const allowedNetworks = ["127.0.0.0/8"];
    await admin.setting.update({ section: "network", values: { allowedNetworks }, secrets: {}, version: 0 });
    await admin.webhook.create({
      body: { url: receiver.url, description: "", events: ["customer.created"], isEnabled: true },
    });
    for (const name of ["Amsel", "Drossel", "Fink"]) await admin.customer.create({ body: { name } });
    const stands = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    receiver.answer(async () => {
      if (receiver.received.length === 1) {
        stands.resolve();
        await goesOn.promise;
      }
      return { status: 204 };
    });
    const late = deliverDue(one.services);
    await stands.promise;
    await two.appear();
    await one.hang();
    await two.appear();
    await deliverDue(two.services);
    await one.appear();
    goesOn.resolve();
    await late;
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([4, 3]);
    const left = await one.services.db.selectFrom("webhookDeliveries").select(["state", "attempts"]).execute();
    expect(left).toEqual(Array.from({ length: 3 }, () => ({ state: "delivered", attempts: 1 })));
  });

  it("and carried out as a request by its key is refused once that was begun on another node", async () => {
    const asked = await askWithKey(one);
    const [here, there] = [one.node.id, two.node.id];
    await beginOnce(one.services.db, { ...asked, node: here });
    await expect(beginOnce(two.services.db, { ...asked, node: there })).rejects.toMatchObject({ code: "in_progress" });
    await two.appear();
    await one.hang();
    await two.appear();
    expect(await beginOnce(two.services.db, { ...asked, node: there })).toBeUndefined();
    const late = transact(systemContext(one.services), async (tx) => {
      await tx.db.insertInto("downtimes").values({ fromAt: "late", untilAt: "late" }).execute();
      await markDone(tx.db, { ...asked, node: here });
    });
    await expect(late).rejects.toMatchObject({ code: "precondition" });
    expect(await two.services.db.selectFrom("downtimes").selectAll().execute()).toEqual([]);
    await transact(systemContext(two.services), (tx) => markDone(tx.db, { ...asked, node: there }));
    expect(await two.services.db.selectFrom("apiRequests").select(["state", "claimedBy"]).execute()).toEqual([
      { state: "done", claimedBy: there },
    ]);
  });

  it("and begun as a request by its key is begun by another node where it was forgotten just then", async () => {
    const asked = await askWithKey(one);
    const { db } = one.services;
    await beginOnce(db, { ...asked, node: one.node.id });
    const forgets = two.services.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // As the first node does between two statements of the second one.
        await db.deleteFrom("apiRequests").where("claimedBy", "=", one.node.id).execute();
        return result;
      },
    });
    expect(await beginOnce(forgets, { ...asked, node: two.node.id })).toBeUndefined();
    expect(await db.selectFrom("apiRequests").select(["state", "claimedBy"]).execute()).toEqual([
      { state: "begun", claimedBy: two.node.id },
    ]);
  });
});

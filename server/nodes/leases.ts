import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { keptUntilCommit } from "../db/dialect/locks.ts";
import { isLiving, type Nodes } from "./nodes.ts";

/**
 * That one node, and no other, does something. It has no end of its own: it is that node's while the node lives, or until
 * it is given up. The fence tells who held it before from who holds it now.
 */
export interface NodeLease {
  name: string;
  node: string;
  /** 0 on the only node of a portal, from which nobody can take anything. */
  fence: number;
}

/** Another node has taken over what this one was doing, so nothing more of it is kept. */
export class LeaseLost extends Error {
  override name = "LeaseLost";

  constructor({ name, fence }: NodeLease) {
    super(`The lease "${name}" (fence ${fence}) is another node's by now.`);
  }
}

/**
 * Takes a lease for this node, unless another one that lives has it. One statement, so of several nodes one gets it; each
 * time the fence rises, also for the node that had it. Undefined where it is another's, or this node may claim nothing.
 * Without a statement on the only node of a portal.
 */
export async function takeLease({ db, nodes }: { db: Db; nodes: Nodes }, name: string): Promise<NodeLease | undefined> {
  const node = nodes.id;
  if (!nodes.isShared) return { name, node, fence: 0 };
  if (!nodes.mayClaim()) return undefined;
  const { rows } = await sql<{ fence: number }>`
    insert into leases as l (name, node, fence) values (${name}, ${node}, 1)
    on conflict (name) do update set node = excluded.node, fence = l.fence + 1
    where l.node is null or l.node = excluded.node or not ${isLiving(sql`l.node`)}
    returning fence`.execute(db);
  const [taken] = rows;
  return taken && { name, node, fence: taken.fence };
}

/** Holds while a lease is still the same node's, and keeps others from taking it until the transaction ends. */
export const isHeld = ({ name, node, fence }: NodeLease): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from leases where name = ${name} and node = ${node} and fence = ${fence} ${keptUntilCommit})`;

/** Whether a lease is still this node's. In a transaction it stays so until the commit. */
export async function holdsLease(db: Db, lease: NodeLease): Promise<boolean> {
  if (lease.fence === 0) return true;
  const { rows } = await sql`select 1 from leases
    where name = ${lease.name} and node = ${lease.node} and fence = ${lease.fence} ${keptUntilCommit}`.execute(db);
  return rows.length > 0;
}

/** Throws LeaseLost unless a lease is still this node's; in a transaction it stays so until the commit. */
export async function mustHoldLease(db: Db, lease: NodeLease): Promise<void> {
  if (!(await holdsLease(db, lease))) throw new LeaseLost(lease);
}

/** Gives a lease up, so that the next node gets it at once; one that was lost stays its new holder's. */
export async function giveUpLease(db: Db, { name, node, fence }: NodeLease): Promise<void> {
  if (fence === 0) return;
  await db
    .updateTable("leases")
    .set({ node: null })
    .where("name", "=", name)
    .where("node", "=", node)
    .where("fence", "=", fence)
    .execute();
}

/** What the nodes that live lead: the names of their leases, and whose they are. */
export async function listLeases({ db, nodes }: { db: Db; nodes: Nodes }): Promise<{ name: string; node: string }[]> {
  if (!nodes.isShared) return [];
  const { rows } = await sql<{ name: string; node: string }>`
    select name, node from leases where node is not null and ${isLiving(sql`leases.node`)} order by name`.execute(db);
  return rows;
}

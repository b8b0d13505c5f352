import { sql } from "kysely";
import { nodeFigures, type PortalNode } from "../../../contract/system/nodes.ts";
import { databaseTime } from "../../db/dialect/clock.ts";
import { leaseLabel } from "../../nodes/lease-labels.ts";
import { listLeases } from "../../nodes/leases.ts";
import { deadAfterSeconds, keptSeconds } from "../../nodes/nodes.ts";
import type { Services } from "../../trpc/context.ts";

/**
 * The nodes of this portal by their names, and those that ended without a word within a day, unless one of the same name is
 * there again. None where there can be only one.
 */
export async function listNodes({ db, nodes }: Pick<Services, "db" | "nodes">): Promise<PortalNode[]> {
  if (!nodes.isShared) return [];
  const [rows, leases] = await Promise.all([
    db
      .selectFrom("nodes")
      .selectAll()
      .select(sql<string>`${databaseTime(0)}`.as("at"))
      .where("seenAt", ">", databaseTime(-keptSeconds))
      .orderBy("name")
      .orderBy("seenAt", "desc")
      .execute(),
    listLeases({ db, nodes }),
  ]);
  const listed = rows.map(({ figuresJson, isDraining, at, ...row }): PortalNode => {
    const silentMs = Math.max(0, Date.parse(at) - Date.parse(row.seenAt));
    return {
      id: row.id,
      name: row.name,
      version: row.version,
      state: silentMs >= deadAfterSeconds * 1000 ? "gone" : isDraining === 1 ? "draining" : "living",
      isOwn: row.id === nodes.id,
      startedAt: new Date(row.startedAt),
      seenAt: new Date(row.seenAt),
      silentMs,
      figures: readFigures(figuresJson),
      leads: [...new Set(leases.filter(({ node }) => node === row.id).map(({ name }) => leaseLabel(name)))],
    };
  });
  const living = new Set(listed.filter(({ state }) => state !== "gone").map(({ name }) => name));
  const isLast = ({ name }: PortalNode, index: number) => listed.findIndex((other) => other.name === name) === index;
  return listed.filter((node, index) => node.state !== "gone" || (!living.has(node.name) && isLast(node, index)));
}

/** What another version says may be something else. */
const readFigures = (json: string | null) => nodeFigures.safeParse(JSON.parse(json ?? "null")).data ?? null;

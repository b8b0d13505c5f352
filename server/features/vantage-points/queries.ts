import { parseOwnJson } from "../../../contract/narrowing.ts";
import { stateOfPoint, type Vantage, type VantagePointView } from "../../../contract/vantage-points/vantage-points.ts";
import type { Db } from "../../db/connection.ts";
import { toDate } from "../../db/to-date.ts";
import type { PersonContext } from "../../trpc/context.ts";

type Reading = Pick<PersonContext, "db" | "now">;

/** All vantage points, by name. */
export async function listVantagePoints({ db, now }: Reading): Promise<VantagePointView[]> {
  const rows = await selectPoints(db).orderBy("foldedName").execute();
  const uses = rows.length > 0 ? await countUses(db) : new Map<string, number>();
  return rows.map((row) => toView(row, uses, now()));
}

export async function readVantagePoint({ db, now }: Reading, id: string): Promise<VantagePointView> {
  const row = await selectPoints(db).where("id", "=", id).executeTakeFirstOrThrow();
  return toView(row, await countUses(db), now());
}

const selectPoints = (db: Db) => db.selectFrom("vantagePoints").selectAll();

type Row = Awaited<ReturnType<ReturnType<typeof selectPoints>["executeTakeFirstOrThrow"]>>;

/** How many checks are made from each. */
async function countUses(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("checks")
    .select("vantageJson")
    .where("vantageJson", "is not", null)
    .where("isEnabled", "=", 1)
    .execute();
  const uses = new Map<string, number>();
  for (const { vantageJson } of rows)
    for (const id of parseOwnJson<Vantage>(vantageJson ?? "").points) uses.set(id, (uses.get(id) ?? 0) + 1);
  return uses;
}

function toView(row: Row, uses: ReadonlyMap<string, number>, now: Date): VantagePointView {
  const { id, name, hint, tokenHash, version, clockOffMs, heldResults } = row;
  const known = { hasToken: tokenHash !== null, lastAt: toDate(row.lastAt), clockOffMs };
  return {
    ...known,
    id,
    name,
    hint,
    version,
    heldResults,
    state: stateOfPoint(known, now),
    createdAt: new Date(row.createdAt),
    renewedAt: toDate(row.renewedAt),
    checks: uses.get(id) ?? 0,
  };
}

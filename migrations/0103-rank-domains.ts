import { type Kysely, sql } from "kysely";

interface Views {
  savedViews: { id: string; recordType: string; stateJson: string };
}

/** Lists of domains open with what is worst, too. A view that was saved while they opened by date keeps that order. */
export async function up(db: Kysely<Views>): Promise<void> {
  const rank = sql`case state when 'offline' then 0 when 'degraded' then 1 when 'unknown' then 2
    when 'maintenance' then 3 when 'paused' then 4 else 5 end`;
  await db.schema
    .alterTable("domains")
    .addColumn("state_rank", "integer", (column) => column.generatedAlwaysAs(rank))
    .execute();
  await db.schema
    .createIndex("domains_state_rank")
    .on("domains")
    .columns(["archived_at", "state_rank", "sort_title", "id"])
    .execute();
  await keepOrder(db);
}

async function keepOrder(db: Kysely<Views>): Promise<void> {
  const views = await db
    .selectFrom("savedViews")
    .select(["id", "stateJson"])
    .where("recordType", "=", "domain")
    .execute();
  for (const { id, stateJson } of views) {
    const state: { orderBy?: unknown[] } = JSON.parse(stateJson);
    if (state.orderBy && state.orderBy.length > 0) continue;
    const kept = JSON.stringify({ ...state, orderBy: [{ field: "renewsAt" }] });
    await db.updateTable("savedViews").set({ stateJson: kept }).where("id", "=", id).execute();
  }
}

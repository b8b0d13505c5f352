import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { CheckEvent } from "../../../contract/checks/events.ts";
import type { CheckStatus } from "../../../contract/checks/status.ts";
import { eachObject } from "../../db/dialect/json.ts";
import { systemContext, type Tx, transact } from "../../db/transact.ts";
import type { Services } from "../../trpc/context.ts";
import { isCheckTarget } from "./derive.ts";
import { refreshStatuses } from "./refresh-statuses.ts";

type Listener = (tx: Tx, events: readonly CheckEvent[]) => Promise<void>;
const listeners = new Set<Listener>();

/**
 * Has every batch of events handed to this, once and in order, in the transaction that moves the status of the records:
 * what it writes is kept with it or not at all. Registered once, at the start.
 */
export function onCheckEvents(listener: Listener): void {
  listeners.add(listener);
}

type Needed = Pick<Services, "db" | "now" | "live" | "checks">;

const cursor = "records";
/** Events that one transaction handles, before other requests are served. */
const atOnce = 100;

/** Follows what the checker has told since the last time. Returns how many events there were. */
export async function followCheckEvents(services: Needed, isStopped?: () => boolean): Promise<number> {
  let followed = 0;
  for (;;) {
    const reader = services.checks.reader();
    if (!reader || isStopped?.()) return followed;
    const known = await services.db
      .selectFrom("checkCursor")
      .select("eventId")
      .where("name", "=", cursor)
      .executeTakeFirst();
    const events = reader.eventsAfter(known?.eventId ?? 0, atOnce);
    const last = events.at(-1);
    if (!last) return followed;
    const isOurs = await transact(systemContext(services), async (tx) => {
      if (!(await moveOn(tx, known?.eventId, last.id))) return false;
      await apply(tx, events);
      for (const listen of listeners) await listen(tx, events);
      return true;
    });
    if (isOurs) followed += events.length;
    await setImmediate();
  }
}

/** Of two processes that follow the same events only one moves the cursor; the other has nothing to do. */
async function moveOn(tx: Tx, from: number | undefined, to: number): Promise<boolean> {
  if (from === undefined) {
    const added = await tx.db
      .insertInto("checkCursor")
      .values({ name: cursor, eventId: to })
      .onConflict((conflict) => conflict.doNothing())
      .returning("name")
      .execute();
    return added.length > 0;
  }
  const moved = await tx.db
    .updateTable("checkCursor")
    .set({ eventId: to })
    .where("name", "=", cursor)
    .where("eventId", "=", from)
    .returning("name")
    .execute();
  return moved.length > 0;
}

const statuses: Partial<Record<CheckEvent["kind"], CheckStatus>> = {
  down: "offline",
  up: "online",
  restored: "online",
  degraded: "degraded",
  unknown: "unknown",
};

async function apply(tx: Tx, events: readonly CheckEvent[]): Promise<void> {
  const turned = new Map<string, { status: CheckStatus; since: string; cause: string | null }>();
  for (const { checkId, kind, at, data } of events) {
    const status = statuses[kind];
    if (!status || checkId === "") continue;
    const cause = status === "online" || typeof data.text !== "string" ? null : data.text;
    turned.set(checkId, { status, since: at, cause });
  }
  if (turned.size === 0) return;
  const rows = [...turned].map(([id, { status, since, cause }]) => ({ id, status, since, cause }));
  await sql`update checks set status = turned.value ->> 'status', status_since = turned.value ->> 'since',
      cause = turned.value ->> 'cause'
    from ${eachObject(JSON.stringify(rows))} as turned where checks.id = turned.value ->> 'id'`.execute(tx.db);
  const targets = Map.groupBy(
    events.filter(({ checkId }) => turned.has(checkId)),
    ({ targetType }) => targetType,
  );
  for (const [type, of] of targets)
    if (isCheckTarget(type)) await refreshStatuses(tx, type, [...new Set(of.map(({ targetId }) => targetId))]);
}

import { sql } from "kysely";
import { dayMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import type { Db } from "../../db/connection.ts";
import { type BackOff, backOffMs } from "../../jobs/waits.ts";
import { Throttled } from "../../lookups/registration/ask-rdap.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import type { Services } from "../../trpc/context.ts";
import { LookupDelay } from "../lookups/kinds.ts";

/** Longer than one question takes. When the process that asks dies, somebody else may ask after this time. */
const reservedMs = minuteMs;
/** How long a registry is left alone that asks for patience and does not say for how long. */
const backOff: BackOff = { firstMs: 5 * minuteMs, maxMs: dayMs };

interface Registry {
  server: string;
  paceMs: number;
}

/**
 * Asks a registry while nobody else does, here or in another process, and leaves it alone for its pace after the answer,
 * or for as long as it wants. Throws a LookupDelay where somebody else is asking, or it is to be left alone.
 */
export async function inTurn<Answer>(
  { db, now }: Pick<Services, "db" | "now">,
  registry: Registry,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const reservation = await reserve(db, registry, now());
  const { paceMs } = registry;
  try {
    const answer = await ask();
    await release(db, reservation, { nextMs: now().getTime() + paceMs, failures: 0 });
    return answer;
  } catch (problem) {
    const at = now();
    if (!(problem instanceof Throttled)) {
      await release(db, reservation, { nextMs: at.getTime() + paceMs });
      throw problem;
    }
    const { failures } = reservation;
    const seconds = readRetryAfter(problem.headers, at);
    const waitMs = Math.max(paceMs, seconds ? seconds * secondMs : Math.min(dayMs, backOffMs(backOff, failures)));
    const nextMs = at.getTime() + waitMs;
    await release(db, reservation, { nextMs, failures: failures + 1, error: problem.message });
    throw new LookupDelay("The registry asks for patience", nextMs, problem.message);
  }
}

/** A registry that is reserved for one question; known again by the end of the reservation. */
interface Reservation {
  name: string;
  nextAt: string;
  failures: number;
}

/** Reserves a registry in one statement, so that of two processes one asks; who comes too early comes back at a random time later. */
async function reserve(db: Db, { server, paceMs }: Registry, now: Date): Promise<Reservation> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + reservedMs).toISOString();
  // No pause that begins now ends later: one that does was noted while the clock was ahead.
  const last = new Date(now.getTime() + Math.max(dayMs, paceMs)).toISOString();
  const { rows } = await sql<Reservation>`
    insert into lookup_paces (name, next_at) values (${server}, ${until})
    on conflict (name) do update set next_at = excluded.next_at, error = null
      where lookup_paces.next_at <= ${at} or lookup_paces.next_at > ${last}
    returning name, next_at, failures`.execute(db);
  const [reservation] = rows;
  if (reservation) return reservation;
  const taken = await db
    .selectFrom("lookupPaces")
    .select(["nextAt", "error"])
    .where("name", "=", server)
    .executeTakeFirst();
  const waiting = await db
    .selectFrom("lookups")
    .select(db.fn.countAll<number>().as("count"))
    .where("kind", "=", "registration")
    .where("dueAt", "<=", at)
    .executeTakeFirst();
  const spreadMs = Math.random() * Math.max(2, Number(waiting?.count ?? 0)) * paceMs;
  const soonMs = now.getTime() + paceMs;
  if (!taken?.error) throw new LookupDelay("The registry is being asked", soonMs + spreadMs);
  const fromMs = Math.max(soonMs, Date.parse(taken.nextAt));
  throw new LookupDelay("The registry asks for patience", fromMs + spreadMs, taken.error);
}

interface Release {
  nextMs: number;
  failures?: number;
  error?: string;
}

/** Gives a registry back, unless its reservation has run out and somebody else has it. */
async function release(db: Db, { name, nextAt }: Reservation, { nextMs, error, ...counted }: Release): Promise<void> {
  await db
    .updateTable("lookupPaces")
    .set({ nextAt: new Date(nextMs).toISOString(), error: error ?? null, ...counted })
    .where("name", "=", name)
    .where("nextAt", "=", nextAt)
    .execute();
}

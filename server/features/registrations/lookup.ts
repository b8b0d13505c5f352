import { sql } from "kysely";
import { freeLabel, isLocked, type Registration, statusLabel } from "../../../contract/registrations/registrations.ts";
import type { TermSource } from "../../../contract/terms/sources.ts";
import { dayMs, hourMs, secondMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Db } from "../../db/connection.ts";
import type { Tx } from "../../db/transact.ts";
import { askRdap, Throttled } from "../../lookups/registration/ask-rdap.ts";
import { askWhois } from "../../lookups/registration/ask-whois.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import { type NewChangeEvent, recordChangeEvents } from "../change-events/record.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import { LookupDelay, type LookupRule } from "../lookups/kinds.ts";
import { type FedTerm, feedTerm } from "../terms/feed-term.ts";
import { keepAnswer } from "./answers.ts";
import { readEnding } from "./endings.ts";
import { fetchRdapServers } from "./rdap-list.ts";

const soonDays = 30;

/** Asks the registry of a domain once a day, more often where something is under way. */
export const registrationLookup: LookupRule<Registration> = {
  kind: "registration",
  async ask({ services: { db, now, log }, tools, allowedNetworks }, { id, nameAce }) {
    const ending = await readEnding(db, nameAce);
    const fetched = await fetchRdapServers({ db, now, log }, { url: tools.rdapListUrl, allowedNetworks });
    const rdap = ending.rdap ?? (ending.whois ? undefined : tools.rdapServerOf(nameAce, fetched));
    const whois = rdap ? undefined : (ending.whois ?? tools.whoisServerOf?.(nameAce));
    const server = rdap ? new URL(rdap).host : whois;
    if (!server) throw new LookupDelay("Nobody can be asked", now().getTime() + dayMs);
    await keepRateLimit(db, server, { paceMs: ending.paceMs, now: now() });
    try {
      const { hidesExpiry } = ending;
      const answer = rdap
        ? await askRdap(rdap, nameAce, { allowedNetworks, hidesExpiry })
        : await askWhois(server, nameAce, allowedNetworks);
      const { registration, raw } = answer;
      if (raw) await keepAnswer({ db, now }, id, { source: registration.source, body: raw });
      return hidesExpiry ? { ...registration, expiresOn: null } : registration;
    } catch (error) {
      const seconds = error instanceof Throttled ? readRetryAfter(error.headers, now()) : undefined;
      if (seconds === undefined) throw error;
      throw new LookupDelay("The registry asks for patience", now().getTime() + seconds * secondMs);
    }
  },
  async keep(tx, { id }, registration, before) {
    await tx.db
      .updateTable("domains")
      .set({
        registryExpiresAt: registration.expiresOn,
        registryStatus: statusText(registration),
        transferLock: isLocked(registration) ? 1 : 0,
      })
      .where("id", "=", id)
      .execute();
    const { registeredOn, expiresOn } = registration;
    await feedDomain(tx, id, "registry", { start: registeredOn, end: expiresOn });
    const changes = before ? compare(before, registration) : [];
    const target = { type: "domain", id } as const;
    await recordChangeEvents(
      tx,
      changes.map((change) => ({ ...change, source: "registration", target })),
    );
    if (changes.length > 0 || !before)
      tx.signal({ event: "recordsChanged", payload: { records: { type: "domain", ids: [id] } } });
  },
  waitMs({ state, statuses, expiresOn }, { movingUntil, renewsAt, nis2Status, delegation }, now) {
    const today = portalDate(now);
    const isExpected = movingUntil !== null && today <= movingUntil;
    const isLost = state === "free" || nis2Status === "quarantine" || delegation === "notDelegated";
    if (isExpected || isLost || statuses.some((each) => /redemption|pending|hold|transit/.test(each))) return hourMs;
    // A renewal that has passed tells nothing; a registration that has ended is about to be lost.
    const days = [expiresOn, renewsAt !== null && renewsAt >= today ? renewsAt : null];
    const isSoon = days.some((day) => day !== null && Date.parse(day) - now.getTime() < soonDays * dayMs);
    return isSoon ? dayMs / 2 : dayMs;
  },
};

const statusText = ({ state, statuses }: Registration) =>
  state === "free" ? freeLabel : statuses.map(statusLabel).join(", ").slice(0, 300) || null;

/** Keeps to one question to a registry at a time, in one statement; who comes too early comes back at a random time later. */
async function keepRateLimit(db: Db, name: string, { paceMs, now }: { paceMs: number; now: Date }): Promise<void> {
  const at = now.toISOString();
  const nextAt = new Date(now.getTime() + paceMs).toISOString();
  const { rows } = await sql`
    insert into lookup_paces (name, next_at) values (${name}, ${nextAt})
    on conflict (name) do update set next_at = excluded.next_at where lookup_paces.next_at <= ${at}
    returning name`.execute(db);
  if (rows.length > 0) return;
  const waiting = await db
    .selectFrom("lookups")
    .select(db.fn.countAll<number>().as("count"))
    .where("kind", "=", "registration")
    .where("dueAt", "<=", at)
    .executeTakeFirst();
  const spreadMs = Math.max(2, Number(waiting?.count ?? 0)) * paceMs;
  throw new LookupDelay("The registry was asked just now", now.getTime() + paceMs + Math.random() * spreadMs);
}

type Change = Omit<NewChangeEvent, "source" | "target">;

function compare(before: Registration, now: Registration): Change[] {
  const words = { registered: "registriert", free: "nicht registriert" };
  if (before.state !== now.state)
    return [{ kind: "delegation", before: [words[before.state]], after: [words[now.state]] }];
  const changes: Change[] = [];
  const add = (kind: Change["kind"], was: string[], is: string[]) => {
    if (was.join() !== is.join()) changes.push({ kind, before: was, after: is });
  };
  add("registryStatus", before.statuses.map(statusLabel), now.statuses.map(statusLabel));
  // An answer that no longer names a registrar does not mean that it changed.
  if (before.registrar && now.registrar) add("registrar", [before.registrar], [now.registrar]);
  if (before.holder && now.holder) add("holder", [before.holder], [now.holder]);
  add("expiry", before.expiresOn ? [before.expiresOn] : [], now.expiresOn ? [now.expiresOn] : []);
  return changes;
}

/** Lets the dates of a source decide about the term of a domain, and its deadlines know how sure they are. */
async function feedDomain(tx: Tx, id: string, source: TermSource, fed: FedTerm): Promise<void> {
  if (await feedTerm(tx, { type: "domain", id }, source, fed)) await deriveDeadlines(tx, "domain", [id]);
}

import { freeLabel, isLocked, type Registration, statusLabel } from "../../../contract/registrations/registrations.ts";
import type { TermSource } from "../../../contract/terms/sources.ts";
import { dayMs, hourMs } from "../../../contract/time/durations.ts";
import { portalDate } from "../../../contract/time/today.ts";
import type { Tx } from "../../db/transact.ts";
import { askRdap } from "../../lookups/registration/ask-rdap.ts";
import { askWhois } from "../../lookups/registration/ask-whois.ts";
import { type NewChangeEvent, recordChangeEvents } from "../change-events/record.ts";
import { deriveDeadlines } from "../deadlines/derive.ts";
import { LookupDelay, type LookupRule } from "../lookups/kinds.ts";
import { type FedTerm, feedTerm } from "../terms/feed-term.ts";
import { keepAnswer } from "./answers.ts";
import { readEnding } from "./endings.ts";
import { inTurn } from "./in-turn.ts";
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
    const { hidesExpiry, paceMs } = ending;
    const { registration, raw } = await inTurn({ db, now }, { server, paceMs }, () =>
      rdap ? askRdap(rdap, nameAce, { allowedNetworks, hidesExpiry }) : askWhois(server, nameAce, allowedNetworks),
    );
    if (raw) await keepAnswer({ db, now }, id, { source: registration.source, body: raw });
    return hidesExpiry ? { ...registration, expiresOn: null } : registration;
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

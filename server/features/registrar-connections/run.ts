import { sql } from "kysely";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { registrarServices } from "../../../contract/registrar-connections/services.ts";
import { dayMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
import type { Db } from "../../db/connection.ts";
import { stringsOf } from "../../db/dialect/json.ts";
import type { RegistrarConnectionTable } from "../../db/tables/value-lists.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { startWorker } from "../../db/wake.ts";
import { openLeases, workOff } from "../../jobs/leases.ts";
import { RegistrarPause } from "../../lookups/registrars/ask-json.ts";
import type { ListedDomain, RegistrarDomain, RegistrarSession } from "../../lookups/registrars/connector.ts";
import { connectors } from "../../lookups/registrars/connectors.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { Problem } from "../../problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { feedDomain } from "./feed.ts";
import { valuesOf } from "./secrets.ts";
import { readUnread } from "./unread.ts";

type Needed = Pick<Services, "db" | "nodes" | "now" | "live" | "log" | "vault">;
type Claimed = Pick<
  RegistrarConnectionTable,
  "id" | "registrarAccountId" | "service" | "valuesJson" | "sealedSecrets"
> & { claimedBy: string; claimedUntil: string; failures: number; succeededAt: string | null };

const leases = openLeases({
  table: "registrarConnections",
  key: ["id"],
  leaseMs: 15 * minuteMs,
  backOff: { firstMs: 15 * minuteMs, maxMs: dayMs },
});
const maxWaitMs = minuteMs;
/** Answers are kept so many at a time, so that nobody waits for a long list. */
const batchSize = 25;

/** Asks registrars from now on, each once a day and whenever somebody wants to know; `stop` waits for what is under way. */
export function startRegistrars(services: Needed): { stop(): Promise<void> } {
  return startWorker(services, {
    worker: "registrars",
    run: async (isStopped) => {
      await askDueRegistrars(services, isStopped);
      return maxWaitMs;
    },
    failure: "registrars could not be asked",
  });
}

/** Asks every registrar that is due, one after the other; returns how many were asked. */
export async function askDueRegistrars(services: Needed, isStopped?: () => boolean): Promise<number> {
  const { count } = await workOff({
    atOnce: 1,
    isStopped,
    claim: () => claimNext(services),
    work: async (claimed) => void (await ask(services, claimed, isStopped)),
  });
  return count;
}

const claimNext = (services: Needed) =>
  leases.claim<Claimed>(services, {
    join: sql`inner join registrar_accounts as a on a.id = t.registrar_account_id and a.archived_at is null`,
    where: sql`t.enabled = 1 and t.due_at <= ${services.now().toISOString()}`,
    orderBy: sql`t.due_at`,
    returning: sql`registrar_account_id, service, values_json, sealed_secrets, succeeded_at, failures`,
  });

async function ask(services: Needed, claimed: Claimed, isStopped?: () => boolean): Promise<void> {
  const { db, now, vault } = services;
  let session: RegistrarSession | undefined;
  let hasProgress = false;
  try {
    const { allowedNetworks } = await readSettings(db, "network");
    const opened = await connectors[claimed.service].open(valuesOf(vault, claimed), { allowedNetworks, now });
    session = opened;
    const listed = await opened.listDomains();
    const unread = await readUnread(services, claimed, listed);
    const unpriced: ReadDomain[] = [];
    for (let start = 0; start < unread.length && !isStopped?.(); start += batchSize) {
      const batch = unread.slice(start, start + batchSize);
      const { read, pause } = await readBatch(opened, batch);
      if (!(await keep(services, claimed, read))) return;
      hasProgress ||= batch.slice(0, read.length).some((each) => "key" in each);
      if (pause) throw pause;
      unpriced.push(...read.filter(isUnpriced));
    }
    if (isStopped?.()) return void (await leases.giveBack(db, claimed));
    const prices = await optional("Preise", () => readPrices(opened, listed));
    const priced = withPrices(unpriced, prices.value);
    for (let start = 0; start < priced.length; start += batchSize)
      if (!(await keep(services, claimed, priced.slice(start, start + batchSize)))) return;
    const { capabilities } = registrarServices[claimed.service];
    const readZones = () => opened.listZones();
    const zones = capabilities.domains ? await optional("DNS-Zonen", readZones) : { value: await readZones() };
    const problems = [prices.problem, zones.problem].filter((problem) => problem !== undefined);
    await finish(services, claimed, { listed, zones: zones.value, error: problems.join(" ") || null });
  } catch (error) {
    if (error instanceof RegistrarPause && hasProgress) await keepPause(services, claimed, error);
    else await keepFailure(services, claimed, error);
  } finally {
    await session?.close();
  }
}

/** Reads what a key need not be allowed to read: that fails alone, with its reason. A pause is none. */
async function optional<Value>(what: string, read: () => Promise<Value>): Promise<{ value?: Value; problem?: string }> {
  try {
    return { value: await read() };
  } catch (error) {
    if (error instanceof RegistrarPause || !(error instanceof OutboundProblem)) throw error;
    return { problem: `${what}: ${error.message}` };
  }
}

type Prices = ReadonlyMap<string, RegistrarDomain["price"]>;

async function readPrices(session: RegistrarSession, listed: readonly ListedDomain[]): Promise<Prices> {
  const endings = new Set(listed.map(({ nameAce }) => endingOf(nameAce)));
  return endings.size > 0 ? session.prices([...endings]) : new Map();
}

/** The domains of which it is known what they cost, with that. */
const withPrices = (domains: readonly ReadDomain[], prices: Prices = new Map()): ReadDomain[] =>
  domains.flatMap((each) => {
    const price = prices.get(endingOf(each.nameAce));
    return price ? [{ ...each, domain: { ...each.domain, price } }] : [];
  });

const endingOf = (nameAce: string) => (registrableDomain(nameAce) ?? nameAce).split(".").slice(1).join(".");

interface Read {
  nameAce: string;
  domain: RegistrarDomain | null;
  problem: string | null;
}

type ReadDomain = Read & { domain: RegistrarDomain };
const isUnpriced = (read: Read): read is ReadDomain => read.domain !== null && read.domain.price === null;

/**
 * One domain that cannot be read stops nothing: what was known of it stays, with the reason. A registrar that wants a
 * pause ends the batch after what was read.
 */
async function readBatch(
  session: RegistrarSession,
  listed: readonly ListedDomain[],
): Promise<{ read: Read[]; pause?: RegistrarPause }> {
  const read: Read[] = [];
  for (const each of listed) {
    const { nameAce } = each;
    try {
      const domain = "domain" in each ? each.domain : await session.getDomain(each.key);
      read.push({ nameAce, problem: null, domain });
    } catch (error) {
      if (error instanceof RegistrarPause) return { read, pause: error };
      if (!(error instanceof OutboundProblem)) throw error;
      read.push({ nameAce, domain: null, problem: error.message });
    }
  }
  return { read };
}

/** Keeps a batch and what follows from it; false once the connection belongs to somebody else, or is gone. */
function keep(services: Needed, claimed: Claimed, batch: readonly Read[]): Promise<boolean> {
  return transact(systemContext(services), async (tx) => {
    if (!(await leases.holds(tx.db, claimed))) return false;
    const seenAt = tx.now().toISOString();
    for (const { nameAce, domain, problem } of batch) {
      const before = await readKept(tx.db, claimed, nameAce);
      // A price that comes later, or not this time, does not go meanwhile.
      const kept = domain && { ...domain, price: domain.price ?? before?.price ?? null };
      const answer = kept && { answerJson: JSON.stringify(kept) };
      await tx.db
        .insertInto("registrarDomains")
        .values({ registrarConnectionId: claimed.id, nameAce, isZone: 0, answerJson: null, problem, seenAt, ...answer })
        .onConflict((conflict) =>
          conflict.columns(["registrarConnectionId", "nameAce"]).doUpdateSet({ isZone: 0, problem, seenAt, ...answer }),
        )
        .execute();
      const known = await tx.db.selectFrom("domains").select("id").where("nameAce", "=", nameAce).executeTakeFirst();
      const { registrarAccountId } = claimed;
      if (kept && known) await feedDomain(tx, { domainId: known.id, registrarAccountId }, kept, before);
    }
    return true;
  });
}

/** What a registrar said of a domain before. */
async function readKept(db: Db, { id }: Claimed, nameAce: string): Promise<RegistrarDomain | null> {
  const row = await db
    .selectFrom("registrarDomains")
    .select("answerJson")
    .where("registrarConnectionId", "=", id)
    .where("nameAce", "=", nameAce)
    .where("isZone", "=", 0)
    .executeTakeFirst();
  return row?.answerJson ? parseOwnJson<RegistrarDomain>(row.answerJson) : null;
}

interface Everything {
  listed: readonly ListedDomain[];
  /** Those of before stay when absent. */
  zones: Awaited<ReturnType<RegistrarSession["listZones"]>> | undefined;
  /** What could not be read beside the domains, and why. */
  error: string | null;
}

/** Once everything is read: zones take their place, what is not named any more goes, and the next look is tomorrow. */
async function finish(services: Needed, claimed: Claimed, { listed, zones, error }: Everything): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    if (!(await leases.holds(tx.db, claimed))) return;
    const registered = new Set(listed.map(({ nameAce }) => nameAce));
    await tx.db
      .deleteFrom("registrarDomains")
      .where("registrarConnectionId", "=", claimed.id)
      .where("nameAce", "not in", stringsOf(JSON.stringify([...registered])))
      .$if(zones === undefined, (gone) => gone.where("isZone", "=", 0))
      .execute();
    const seenAt = tx.now().toISOString();
    for (const { nameAce, nameservers } of zones ?? []) {
      if (registered.has(nameAce)) continue;
      const answerJson = JSON.stringify({ nameservers });
      await tx.db
        .insertInto("registrarDomains")
        .values({ registrarConnectionId: claimed.id, nameAce, isZone: 1, answerJson, problem: null, seenAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const at = tx.now();
    const dueAt = new Date(at.getTime() + Math.round(dayMs * (0.95 + Math.random() * 0.1))).toISOString();
    await leases.giveBack(tx.db, claimed, {
      dueAt,
      failures: 0,
      error,
      triedAt: at.toISOString(),
      succeededAt: at.toISOString(),
    });
    tx.signal({
      event: "recordsChanged",
      payload: { records: { type: "registrarAccount", ids: [claimed.registrarAccountId] } },
    });
  });
}

/** A pause after something was read is no failure: it goes on from there as soon as the pause is over. */
async function keepPause(services: Needed, claimed: Claimed, pause: RegistrarPause): Promise<void> {
  const at = services.now();
  const waitMs = Math.max(pauseMsOf(pause), minuteMs);
  await leases.giveBack(services.db, claimed, {
    dueAt: new Date(at.getTime() + waitMs).toISOString(),
    failures: 0,
    error: pause.message,
    triedAt: at.toISOString(),
  });
  await signalOutcome(services, claimed);
}

const pauseMsOf = ({ seconds }: RegistrarPause) => Math.min((seconds ?? 15 * 60) * secondMs, dayMs);

async function keepFailure(services: Needed, claimed: Claimed, error: unknown): Promise<void> {
  const at = services.now();
  const isExpected = error instanceof OutboundProblem || error instanceof Problem;
  if (!isExpected) services.log.error({ err: error, connection: claimed.id }, "registrar could not be asked");
  await leases.fail(services.db, claimed, {
    at,
    ...(error instanceof RegistrarPause && { atLeastMs: pauseMsOf(error) }),
    error: isExpected ? error.message : "Die Antwort ließ sich nicht verarbeiten.",
  });
  await signalOutcome(services, claimed);
}

async function signalOutcome(services: Needed, { registrarAccountId }: Claimed): Promise<void> {
  await transact(systemContext(services), async (tx) =>
    tx.signal({
      event: "recordsChanged",
      payload: { records: { type: "registrarAccount", ids: [registrarAccountId] } },
    }),
  );
}

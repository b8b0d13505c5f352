import { sql } from "kysely";
import { dayMs, minuteMs, secondMs } from "../../../contract/time/durations.ts";
import { registrableDomain } from "../../../contract/values/domain-name.ts";
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

type Needed = Pick<Services, "db" | "now" | "live" | "log" | "vault">;
type Claimed = Pick<
  RegistrarConnectionTable,
  "id" | "registrarAccountId" | "service" | "valuesJson" | "sealedSecrets"
> & { claimedUntil: string; failures: number };

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

const claimNext = ({ db, now }: Needed) =>
  leases.claim<Claimed>(
    { db, now },
    {
      join: sql`inner join registrar_accounts as a on a.id = t.registrar_account_id and a.archived_at is null`,
      where: sql`t.enabled = 1 and t.due_at <= ${now().toISOString()}`,
      orderBy: sql`t.due_at`,
      returning: sql`registrar_account_id, service, values_json, sealed_secrets, failures`,
    },
  );

async function ask(services: Needed, claimed: Claimed, isStopped?: () => boolean): Promise<void> {
  const { db, now, vault } = services;
  let session: RegistrarSession | undefined;
  try {
    const { allowedNetworks } = await readSettings(db, "network");
    session = await connectors[claimed.service].open(valuesOf(vault, claimed), { allowedNetworks, now });
    const listed = await session.listDomains();
    const zones = await session.listZones();
    const prices = await readPrices(session, listed);
    for (let start = 0; start < listed.length && !isStopped?.(); start += batchSize) {
      const batch = await readBatch(session, listed.slice(start, start + batchSize), prices);
      if (!(await keep(services, claimed, batch))) return;
    }
    if (isStopped?.()) return void (await leases.giveBack(db, claimed));
    await finish(services, claimed, { listed, zones });
  } catch (error) {
    await keepFailure(services, claimed, error);
  } finally {
    await session?.close();
  }
}

async function readPrices(session: RegistrarSession, listed: readonly ListedDomain[]) {
  const endings = new Set(listed.map(({ nameAce }) => endingOf(nameAce)));
  return endings.size > 0 ? session.prices([...endings]) : new Map<string, RegistrarDomain["price"]>();
}

const endingOf = (nameAce: string) => (registrableDomain(nameAce) ?? nameAce).split(".").slice(1).join(".");

interface Read {
  nameAce: string;
  domain: RegistrarDomain | null;
  problem: string | null;
}

/** One domain that cannot be read stops nothing: what was known of it stays, with the reason. */
async function readBatch(
  session: RegistrarSession,
  listed: readonly ListedDomain[],
  prices: ReadonlyMap<string, RegistrarDomain["price"]>,
): Promise<Read[]> {
  const read: Read[] = [];
  for (const each of listed) {
    const { nameAce } = each;
    try {
      const domain = "domain" in each ? each.domain : await session.getDomain(each.key);
      read.push({
        nameAce,
        problem: null,
        domain: { ...domain, price: domain.price ?? prices.get(endingOf(nameAce)) ?? null },
      });
    } catch (error) {
      if (error instanceof RegistrarPause || !(error instanceof OutboundProblem)) throw error;
      read.push({ nameAce, domain: null, problem: error.message });
    }
  }
  return read;
}

/** Keeps a batch and what follows from it; false once the connection belongs to somebody else, or is gone. */
function keep(services: Needed, claimed: Claimed, batch: readonly Read[]): Promise<boolean> {
  return transact(systemContext(services), async (tx) => {
    if (!(await leases.holds(tx.db, claimed))) return false;
    const seenAt = tx.now().toISOString();
    for (const { nameAce, domain, problem } of batch) {
      const answer = domain && { answerJson: JSON.stringify(domain) };
      await tx.db
        .insertInto("registrarDomains")
        .values({ registrarConnectionId: claimed.id, nameAce, isZone: 0, answerJson: null, problem, seenAt, ...answer })
        .onConflict((conflict) =>
          conflict.columns(["registrarConnectionId", "nameAce"]).doUpdateSet({ isZone: 0, problem, seenAt, ...answer }),
        )
        .execute();
      const known = await tx.db.selectFrom("domains").select("id").where("nameAce", "=", nameAce).executeTakeFirst();
      if (domain && known)
        await feedDomain(tx, { domainId: known.id, registrarAccountId: claimed.registrarAccountId }, domain);
    }
    return true;
  });
}

interface Everything {
  listed: readonly ListedDomain[];
  zones: Awaited<ReturnType<RegistrarSession["listZones"]>>;
}

/** Once everything is read: zones take their place, what is not named any more goes, and the next look is tomorrow. */
async function finish(services: Needed, claimed: Claimed, { listed, zones }: Everything): Promise<void> {
  await transact(systemContext(services), async (tx) => {
    if (!(await leases.holds(tx.db, claimed))) return;
    const registered = new Set(listed.map(({ nameAce }) => nameAce));
    await tx.db
      .deleteFrom("registrarDomains")
      .where("registrarConnectionId", "=", claimed.id)
      .where("nameAce", "not in", stringsOf(JSON.stringify([...registered])))
      .execute();
    const seenAt = tx.now().toISOString();
    for (const { nameAce, nameservers } of zones) {
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
      error: null,
      triedAt: at.toISOString(),
      succeededAt: at.toISOString(),
    });
    tx.signal({
      event: "recordsChanged",
      payload: { records: { type: "registrarAccount", ids: [claimed.registrarAccountId] } },
    });
  });
}

async function keepFailure(services: Needed, claimed: Claimed, error: unknown): Promise<void> {
  const at = services.now();
  const isExpected = error instanceof OutboundProblem || error instanceof Problem;
  if (!isExpected) services.log.error({ err: error, connection: claimed.id }, "registrar could not be asked");
  const pauseMs = error instanceof RegistrarPause ? (error.seconds ?? 15 * 60) * secondMs : 0;
  await leases.fail(services.db, claimed, {
    at,
    atLeastMs: Math.min(pauseMs, dayMs),
    error: isExpected ? error.message : "Die Antwort ließ sich nicht verarbeiten.",
  });
  await transact(systemContext(services), async (tx) =>
    tx.signal({
      event: "recordsChanged",
      payload: { records: { type: "registrarAccount", ids: [claimed.registrarAccountId] } },
    }),
  );
}

import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isCauseCode } from "../../../contract/checks/causes.ts";
import { parseOwnJson } from "../../../contract/narrowing.ts";
import { minuteMs, secondMs } from "../../../contract/time/durations.ts";
import type { AgentPlan } from "../../../contract/vantage-points/agent-protocol.ts";
import { createLog, type Log } from "../../log.ts";
import { setPublicUrl } from "../../outbound/user-agent.ts";
import { StartProblem } from "../../start-problem.ts";
import { type CheckSource, createEngine, type Engine } from "../engine.ts";
import type { ProbeOutcome } from "../probe.ts";
import { probe, resolverOf } from "../probes/probes.ts";
import { loop, openTicks } from "../run-checker.ts";
import { openSharedAddresses } from "../shared-addresses.ts";
import type { Conclusion } from "../store/results.ts";
import { openStore, type Position, type Store } from "../store/store.ts";
import { type AgentEnvironment, readAgentEnvironment } from "./agent-environment.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { openPortalClient, type PortalClient, PortalRefusal } from "./portal-client.ts";

/** Whoever waits for „Jetzt prüfen“ waits no longer for this. */
const handInEveryMs = secondMs;
const firstRetryMs = 2 * secondMs;
const maxRetryMs = minuteMs;
const waitMs = 5 * secondMs;
const maxTold = 5000;

/**
 * Looks at what the portal wants to have looked at from here, by the portal's own engine and probes, until the signal ends
 * it. Needs nothing of the portal but its HTTP: what is due, what was found and how checks stand lie in memory. Throws a
 * StartProblem where the portal does not take it, also later: nobody is looked at for a token that was revoked.
 */
export async function runAgent(variables: Record<string, string | undefined>, signal: AbortSignal): Promise<void> {
  const env = readAgentEnvironment(variables);
  const log = createLog(env.logLevel).child({ part: "agent" });
  const outbox = openOutbox();
  const refused = new AbortController();
  const client = openPortalClient({
    ...env,
    version: await readVersion(),
    held: outbox.size,
    onRefused: (refusal) => refused.abort(refusal),
  });
  const ending = AbortSignal.any([signal, refused.signal]);
  const first = await firstPlan(client, ending, log);
  if (first) await work({ env, client, first, store: openStore(":memory:"), outbox, log }, ending);
  if (refused.signal.reason instanceof PortalRefusal)
    throw new StartProblem(`Das Portal weist diesen Agenten ab: ${refused.signal.reason.message}`);
}

async function work(parts: Parts, signal: AbortSignal): Promise<void> {
  const { env, client, first, store, outbox, log } = parts;
  setPublicUrl(first.publicUrl ?? undefined);
  log.info({ portal: env.portalUrl.origin, name: first.name, checks: first.checks.length }, "agent runs");
  const engine = openEngine(parts);
  const handIn = openHandIn({ client, outbox, store, log });
  const tidying = setInterval(() => store.sqlite.exec("delete from results; delete from events"), minuteMs);
  await Promise.all([
    loop(signal, log, openTicks(engine, log, { isWoken: () => false, rest: () => undefined })),
    loop(signal, log, handIn),
  ]);
  clearInterval(tidying);
  await engine.stop();
  // Whoever stops it does not wait for a portal that is away.
  await handIn();
  store.close();
}

const startPosition: Position = { revision: 0, id: "" };

/** Waits for a portal that is not there yet. */
async function firstPlan(client: PortalClient, signal: AbortSignal, log: Log): Promise<AgentPlan | undefined> {
  while (!signal.aborted) {
    try {
      return await client.plan(startPosition);
    } catch (err) {
      if (signal.aborted) break;
      log.warn({ err }, "the portal cannot be asked yet");
      await delay(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

interface Parts {
  env: AgentEnvironment;
  client: PortalClient;
  first: AgentPlan;
  store: Store;
  outbox: Outbox;
  log: Log;
}

function openEngine({ env, client, first, store, outbox, log }: Parts): Engine {
  const seen = new Map<string, ProbeOutcome>();
  return createEngine({
    store,
    source: openPortalSource(client, first, env.allowedNetworks),
    now: client.now,
    probe: async (order, tools) => {
      const found = await probe(order, tools);
      seen.set(order.id, found);
      return found;
    },
    resolver: resolverOf(env.nameServer === undefined ? undefined : [env.nameServer]),
    random: Math.random,
    log,
    // What the portal sends is unsealed; it came over TLS and is kept in memory alone.
    unseal: (secret) => secret,
    isShared: openSharedAddresses(),
    onConcluded(batch) {
      for (const one of batch) {
        const { check, at, outcome } = one;
        const found = seen.get(check.id) ?? failedOf(one);
        seen.delete(check.id);
        outbox.add({ checkId: check.id, at, isBlind: outcome === "unknown", found: toldOf(found) });
      }
    },
  });
}

/** What the engine makes of a probe that came to no end of its own. */
const failedOf = ({ code, text, times }: Conclusion): ProbeOutcome => ({
  outcome: "failed",
  phases: { total: times[4] ?? 0 },
  code: code !== null && isCauseCode(code) ? code : "internal",
  text: text ?? undefined,
});

/** What only steers when the agent itself looks again stays with it, and what is endless is cut. */
const toldOf = ({ isSilent: _, retryAfterS: __, ...found }: ProbeOutcome): ProbeOutcome => ({
  ...found,
  text: found.text?.slice(0, 1000),
  title: found.title?.slice(0, maxTold),
  banner: found.banner?.slice(0, maxTold),
  finalUrl: found.finalUrl?.slice(0, maxTold),
});

/** What the portal wants to have looked at; with each round of the engine it is asked once, and again while there is more. */
function openPortalSource(client: PortalClient, first: AgentPlan, allowedNetworks: readonly string[]): CheckSource {
  let position = startPosition;
  let plan: AgentPlan | undefined = first;
  const read = async () => {
    plan ??= await client.plan(position);
    return plan;
  };
  return {
    async settings() {
      const { canaries, maxChecks } = await read();
      return { allowedNetworks, canaries, maxChecks };
    },
    async changedAfter() {
      const { checks } = await read();
      plan = undefined;
      const last = checks.at(-1);
      if (last) position = { revision: last.revision, id: last.id };
      return checks;
    },
    lastEvent: async () => 0,
  };
}

/** Hands in what waits, batch by batch; says after how long it has to be tried again. */
function openHandIn({ client, outbox, store, log }: Pick<Parts, "client" | "outbox" | "store" | "log">) {
  const drop = store.sqlite.prepare(
    "update schedule set is_active = 0 where no = (select no from checks where check_id = ?)",
  );
  let retryMs = firstRetryMs;
  return async (): Promise<number> => {
    try {
      for (let batch = outbox.next(client.now()); batch.length > 0; batch = outbox.next(client.now())) {
        const { lastSeq, refused } = await client.handIn(batch);
        outbox.remove(lastSeq);
        if (refused.length > 0)
          log.warn({ refused: refused.slice(0, 10), count: refused.length }, "results were refused");
        // A check that is no longer made from here; the portal says so itself where it has been told of the change.
        for (const { checkId, reason } of refused) if (reason === "foreign") drop.run(checkId);
      }
      retryMs = firstRetryMs;
      return handInEveryMs;
    } catch (err) {
      if (err instanceof PortalRefusal && err.status === 400) outbox.doubt();
      log.warn({ err, held: outbox.size(), lost: outbox.lost() }, "results could not be handed in");
      retryMs = Math.min(retryMs * 2, maxRetryMs);
      return retryMs;
    }
  };
}

async function readVersion(): Promise<string> {
  const manifest = path.resolve(import.meta.dirname, "../../../package.json");
  return parseOwnJson<{ version?: string }>(await readFile(manifest, "utf8")).version ?? "";
}

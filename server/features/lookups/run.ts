import { sql } from "kysely";
import { type LookupKind, lookupKinds } from "../../../contract/lookups/lookups.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/time/durations.ts";
import { systemContext, transact } from "../../db/transact.ts";
import { startWorker, wakeWorkers } from "../../db/wake.ts";
import { openLeases, workOff } from "../../jobs/leases.ts";
import { jittered } from "../../jobs/waits.ts";
import { OutboundProblem } from "../../outbound/outbound-problem.ts";
import { readSettings } from "../../settings/read-settings.ts";
import type { Services } from "../../trpc/context.ts";
import { deriveLookups, deriveLookupsOf } from "./derive.ts";
import { LookupDelay, type LookupTools, lookupRules } from "./kinds.ts";
import { noteStarted } from "./started.ts";
import { lookupSources } from "./targets.ts";

type Needed = Pick<Services, "db" | "nodes" | "now" | "live" | "log">;

const leases = openLeases({
  table: "lookups",
  key: ["kind", "targetId"],
  leaseMs: 5 * minuteMs,
  backOff: { firstMs: 5 * minuteMs, maxMs: dayMs },
});
const usualAtOnce = 8;
const maxWaitMs = minuteMs;
/** What changes is derived at once; all records are looked at so often, for what came past the transactions. */
const wholePassMs = hourMs;

/** Looks up what is due from now on, each kind at its own pace; `stop` waits for what is under way. */
export function startLookups(
  services: Needed,
  tools: LookupTools,
  kinds: Iterable<LookupKind> = lookupRules().keys(),
): { stop(): Promise<void> } {
  const asked = [...kinds];
  const noted = noteStarted(services.db, asked);
  let nextPassAt = 0;
  const deriving = startWorker(services, {
    worker: "lookupTargets",
    run: async (isStopped, ids) => {
      const at = services.now().getTime();
      const isWhole = at >= nextPassAt || nextPassAt - at > wholePassMs;
      if (isWhole) {
        await deriveLookups(services, asked, isStopped);
        nextPassAt = at + wholePassMs;
      }
      if (isWhole || (await deriveLookupsOf(services, ids, { kinds: asked, isStopped })))
        wakeWorkers(services.db, ["lookups"]);
      return wholePassMs;
    },
    failure: "what is to be looked up could not be derived",
  });
  const workers = asked.map((kind) =>
    startWorker(services, {
      worker: "lookups",
      run: async (isStopped) => {
        await runDueLookups(services, tools, { kinds: [kind], isStopped });
        return maxWaitMs;
      },
      failure: `lookups of kind ${kind} could not be run`,
    }),
  );
  return {
    async stop() {
      noted.end();
      await Promise.all([deriving, ...workers].map((worker) => worker.stop()));
    },
  };
}

/** Asks everything that is due, several of each kind at a time; returns how many were asked. */
export async function runDueLookups(
  services: Needed,
  tools: LookupTools,
  { kinds = lookupRules().keys(), isStopped }: { kinds?: Iterable<LookupKind>; isStopped?: () => boolean } = {},
): Promise<number> {
  const worked = [...kinds].map((kind) =>
    workOff({
      atOnce: lookupRules().get(kind)?.atOnce ?? usualAtOnce,
      isStopped,
      claim: () => claimNext(services, kind),
      work: async (claimed) => void (await lookUp(services, tools, claimed)),
    }),
  );
  return (await Promise.all(worked)).reduce((sum, { count }) => sum + count, 0);
}

interface Claimed {
  kind: LookupKind;
  targetId: string;
  claimedBy: string;
  claimedUntil: string;
  failures: number;
  answerJson: string | null;
}

const claimNext = (services: Needed, kind: LookupKind) =>
  leases.claim<Claimed>(services, {
    where: sql`t.kind = ${kind} and t.due_at <= ${services.now().toISOString()}`,
    orderBy: sql`t.due_at`,
    returning: sql`failures, answer_json`,
  });

async function lookUp(services: Needed, tools: LookupTools, claimed: Claimed): Promise<void> {
  const rule = lookupRules().get(claimed.kind);
  const target = await lookupSources[lookupKinds[claimed.kind].target].read(services.db, claimed.targetId);
  if (!rule || !target) return forget(services, claimed);
  const before: unknown = claimed.answerJson === null ? undefined : JSON.parse(claimed.answerJson);
  try {
    const { allowedNetworks } = await readSettings(services.db, "network");
    const answer = await rule.ask({ services, tools, allowedNetworks }, target, before);
    const at = services.now();
    const dueAt = new Date(at.getTime() + jittered(rule.waitMs(answer, target, at))).toISOString();
    await transact(systemContext(services), async (tx) => {
      const isOurs = await leases.giveBack(tx.db, claimed, {
        dueAt,
        failures: 0,
        error: null,
        triedAt: at.toISOString(),
        answeredAt: at.toISOString(),
        answerJson: JSON.stringify(answer),
      });
      if (isOurs) await rule.keep(tx, target, answer, before);
    });
  } catch (error) {
    await keepFailure(services, claimed, error);
  }
}

async function keepFailure({ db, now, log }: Needed, claimed: Claimed, error: unknown): Promise<void> {
  const at = now();
  if (error instanceof LookupDelay) {
    await leases.giveBack(db, claimed, {
      dueAt: new Date(Math.max(error.untilMs, at.getTime() + 1000)).toISOString(),
      ...(error.reason !== null && { error: error.reason, triedAt: at.toISOString() }),
    });
    return;
  }
  const isExpected = error instanceof OutboundProblem;
  if (!isExpected) log.error({ err: error, kind: claimed.kind, target: claimed.targetId }, "lookup failed");
  await leases.fail(db, claimed, {
    at,
    error: isExpected ? error.message : "Die Antwort ließ sich nicht verarbeiten.",
  });
}

async function forget({ db }: Needed, { kind, targetId }: Claimed): Promise<void> {
  await db.deleteFrom("lookups").where("kind", "=", kind).where("targetId", "=", targetId).execute();
}

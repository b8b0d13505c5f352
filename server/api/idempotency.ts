import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { idempotencyHours } from "../../contract/api/limits.ts";
import { hourMs } from "../../contract/time/durations.ts";
import type { Db } from "../db/connection.ts";
import type { ApiRequestTable } from "../db/tables/api.ts";
import { registerClaimant } from "../jobs/claims.ts";
import { asProblem, Problem } from "../problem.ts";
import type { Services } from "../trpc/context.ts";
import { ApiRefusal } from "./problem-response.ts";

interface Asked {
  /** The node that carries it out. */
  node: string;
  tokenId: string;
  key: string;
  /** Method, path and body: the same key stands for the same request. */
  request: readonly string[];
  now: Date;
}

/** What was answered before. */
export interface Answered {
  status: number;
  body: string;
}

const maxKey = 255;

/** Requests of a node that is gone have not changed anything, and may be repeated. */
registerClaimant("apiRequests", {
  async release({ db, nodes }) {
    await db
      .deleteFrom("apiRequests")
      .where("state", "=", "begun")
      .where(nodes.isGone(sql.ref("claimed_by")))
      .execute();
  },
});

/**
 * Begins a request that must be carried out once: returns the answer of an earlier one with the same key, or undefined
 * when this is the first. Refuses a key that another request has, and one that is still being carried out.
 */
export async function beginOnce(db: Db, { node, tokenId, key, request, now }: Asked): Promise<Answered | undefined> {
  if (key.length > maxKey) throw new ApiRefusal(400, "invalid", `Idempotency-Key: Höchstens ${maxKey} Zeichen.`);
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
  for (;;) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("apiRequests")
      .values({
        tokenId,
        idempotencyKey: key,
        requestHash,
        state: "begun",
        status: null,
        body: null,
        claimedBy: node,
        createdAt: now.toISOString(),
      })
      .onConflict((conflict) => conflict.columns(["tokenId", "idempotencyKey"]).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) return undefined;
    const known = await db
      .selectFrom("apiRequests")
      .select(["requestHash", "state", "status", "body"])
      .where("tokenId", "=", tokenId)
      .where("idempotencyKey", "=", key)
      .executeTakeFirst();
    // One that was refused or cut in between is forgotten, and this one may begin.
    if (known) return answerOf(known, requestHash);
  }
}

type Known = Pick<ApiRequestTable, "requestHash" | "state" | "status" | "body">;

function answerOf(known: Known, requestHash: string): Answered {
  if (known.requestHash !== requestHash)
    throw new ApiRefusal(
      422,
      "idempotency_key_reused",
      "Idempotency-Key: Der Schlüssel gehört zu einer anderen Anfrage.",
    );
  if (known.state === "answered") return { status: known.status ?? 200, body: known.body ?? "" };
  if (known.state === "done")
    throw new ApiRefusal(
      409,
      "already_done",
      "Die Anfrage wurde ausgeführt, ihre Antwort ging verloren. Bitte lies den Stand neu.",
    );
  throw new ApiRefusal(409, "in_progress", "Idempotency-Key: Diese Anfrage wird gerade ausgeführt.");
}

/** A request that a node carries out. */
type Begun = Pick<Asked, "node" | "tokenId" | "key">;

const update = (db: Db, { node, tokenId, key }: Begun) =>
  db
    .updateTable("apiRequests")
    .where("tokenId", "=", tokenId)
    .where("idempotencyKey", "=", key)
    .where("claimedBy", "=", node);

/**
 * Marks a request as carried out; belongs into the transaction of its change. Refuses a node that was taken for dead over it:
 * the request may have been sent to another one since.
 */
export async function markDone(db: Db, begun: Begun): Promise<void> {
  const { numUpdatedRows } = await update(db, begun).set({ state: "done" }).executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Problem("precondition", { message: "Die Ausführung wurde unterbrochen. Bitte lies den Stand neu." });
}

/** Keeps the answer for whoever asks again. */
export async function keepAnswer(db: Db, begun: Begun, { status, body }: Answered): Promise<void> {
  await update(db, begun).set({ state: "answered", status, body }).execute();
}

/** Forgets a request that was refused: it changed nothing and may be sent again. */
async function forgetRequest(db: Db, { node, tokenId, key }: Begun): Promise<void> {
  await db
    .deleteFrom("apiRequests")
    .where("tokenId", "=", tokenId)
    .where("idempotencyKey", "=", key)
    .where("claimedBy", "=", node)
    .where("state", "=", "begun")
    .execute();
}

const againMs = 1000;
const underWay = new Set<string>();
const nameOf = ({ node, tokenId, key }: Begun) => `${node} ${tokenId} ${key}`;

/** Carries a request out; one whose marks cannot be removed after a failure is forgotten as soon as they can. */
export async function whileBegun<Answer>(
  services: Forgetting,
  begun: Begun,
  carryOut: () => Promise<Answer>,
): Promise<Answer> {
  underWay.add(nameOf(begun));
  try {
    return await carryOut();
  } catch (error) {
    await forgetRequest(services.db, begun).catch(() => void forgetOnceBack(services, begun));
    throw error;
  } finally {
    underWay.delete(nameOf(begun));
  }
}

type Forgetting = Pick<Services, "db" | "now" | "log">;

const mayPass = (error: unknown) => ["unavailable", "full"].includes(asProblem(error)?.code ?? "");

/** Where the database went away over `beginOnce`, the key may be taken all the same. */
export function forgetUnsure(services: Forgetting, begun: Begun, error: unknown): void {
  if (mayPass(error)) void forgetOnceBack(services, begun);
}

/** Until then the key would be that of a request which nobody carries out. What was committed after all stays. */
async function forgetOnceBack({ db, now, log }: Forgetting, begun: Begun): Promise<void> {
  for (const until = now().getTime() + cutOffMs; now().getTime() < until; ) {
    await pause(againMs, undefined, { ref: false });
    // Sent again meanwhile, it is under way on this node.
    if (underWay.has(nameOf(begun))) return;
    try {
      return await forgetRequest(db, begun);
    } catch (err) {
      if (!mayPass(err)) return log.error({ err }, "a request that was cut off keeps its Idempotency-Key");
    }
  }
}

const keptMs = idempotencyHours * hourMs;
/** No request takes so long: what is still begun was cut off and has changed nothing. */
const cutOffMs = 300_000;

/** Removes what was asked more than a day ago, and what a stop has cut off. */
export async function removeOldRequests({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  await db
    .deleteFrom("apiRequests")
    .where((eb) =>
      eb.or([
        eb("createdAt", "<", before(keptMs)),
        eb.and([eb("state", "=", "begun"), eb("createdAt", "<", before(cutOffMs))]),
      ]),
    )
    .execute();
}

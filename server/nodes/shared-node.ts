import { type CompiledQuery, type SqlBool, sql } from "kysely";
import type { Db } from "../db/connection.ts";
import { databaseTime } from "../db/dialect/clock.ts";
import { newId } from "../db/new-id.ts";
import { wakeAllWorkers } from "../db/wake.ts";
import type { Log } from "../log.ts";
import { isLiving, keptSeconds, type Nodes } from "./nodes.ts";

const beatMs = 1000;
/** A node that was not heard for so long claims nothing more: the others take it for dead soon. */
const quietMs = 4000;

/** What a node says of itself. */
export interface NodeFacts {
  name: string;
  version: string;
  /** The last migration that it knows. */
  migration: string;
  bucket: string;
}

/** A node beside others, which lives as long as it is heard. */
export interface SharedNode extends Nodes {
  /** Says that this node lives, and looks which others do. Rejects when the database does not answer. */
  beat(): Promise<void>;
  /** Frees what dead nodes have claimed, once one has died, or this one was not heard for a while. */
  tend(): Promise<void>;
}

export interface Surroundings {
  db: Db;
  /** Asks the session by which the node is known, past everybody who waits for a connection. */
  ask(query: CompiledQuery): Promise<readonly unknown[]>;
  /** Frees what nodes have claimed that do not live any more. */
  release(nodes: Nodes): Promise<void>;
  /** How the node is doing, for whoever looks at another one. */
  figures?: () => object | undefined;
  /** Milliseconds that always go on. */
  clock?: () => number;
}

/** A node of a portal that several may serve; it lives from its first beat on, and is heard each second by `startBeating`. */
export function sharedNode(facts: NodeFacts, surroundings: Surroundings): SharedNode {
  const { db, ask, release, figures, clock = () => performance.now() } = surroundings;
  const id = newId();
  let heardAt = Number.NEGATIVE_INFINITY;
  let isDraining = false;
  let known = new Set<string>();
  let mayBeLeft = true;
  const silentMs = () => clock() - heardAt;
  const isHeard = () => silentMs() < quietMs;
  const standing = () => (isDraining ? "draining" : isHeard() ? "living" : "unheard");

  /** Returns the ids of the nodes that live. */
  async function say(): Promise<Set<string>> {
    const sentAt = clock();
    const figuresJson = JSON.stringify(figures?.() ?? null);
    await ask(saying(db, { id, ...facts, isDraining, figuresJson }));
    heardAt = sentAt;
    const rows = await ask(sql`select id from nodes where ${isLiving(sql.ref("nodes.id"))}`.compile(db));
    return new Set((rows as { id: string }[]).map((row) => row.id));
  }

  const node: SharedNode = {
    id,
    name: facts.name,
    isShared: true,
    standing,
    silentMs,
    mayClaim: () => standing() === "living",
    claimableMs: () => (isDraining ? 0 : Math.max(0, quietMs - silentMs())),
    living: () => readLiving(db),
    isGone: (claimedBy) => sql<SqlBool>`${claimedBy} is distinct from ${id} and not ${isLiving(claimedBy)}`,
    async beat() {
      const wasHeard = isHeard();
      const living = await say();
      mayBeLeft ||= !wasHeard || [...known].some((other) => !living.has(other));
      known = living;
    },
    async tend() {
      if (!mayBeLeft) return;
      mayBeLeft = false;
      try {
        await release(node);
        wakeAllWorkers(db);
      } catch (error) {
        mayBeLeft = true;
        throw error;
      }
    },
    drain() {
      isDraining = true;
    },
    async end() {
      isDraining = true;
      // The others see it soon, whatever comes of this.
      await ask(db.deleteFrom("nodes").where("id", "=", id).compile()).catch(() => undefined);
    },
  };
  return node;
}

interface Said extends NodeFacts {
  id: string;
  isDraining: boolean;
  figuresJson: string;
}

function saying(db: Db, { id, name, version, migration, bucket, isDraining, figuresJson }: Said) {
  const now = databaseTime(0);
  return sql`insert into nodes (id, name, version, migration, bucket, started_at, seen_at, is_draining, figures_json)
    values (${id}, ${name}, ${version}, ${migration}, ${bucket}, ${now}, ${now}, ${isDraining ? 1 : 0}, ${figuresJson})
    on conflict (id) do update
      set seen_at = excluded.seen_at, is_draining = excluded.is_draining, figures_json = excluded.figures_json`.compile(
    db,
  );
}

async function readLiving(db: Db) {
  const rows = await db
    .selectFrom("nodes")
    .selectAll()
    .where(isLiving(sql.ref("nodes.id")))
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    startedAt: new Date(row.startedAt),
    seenAt: new Date(row.seenAt),
    isDraining: row.isDraining === 1,
  }));
}

/** Has a node heard each second until its end, and what dead ones leave freed. */
export function startBeating(node: SharedNode, log: Log): Nodes {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let isFailing = false;
  const round = async () => {
    try {
      await node.beat();
      if (isFailing) log.info({ node: node.name }, "this node is heard again");
      isFailing = false;
      // It may wait for a connection, and the next beat must not.
      void node.tend().catch((err: unknown) => log.error({ err }, "what dead nodes have claimed was not freed"));
    } catch (err) {
      if (!isFailing && !isEnded)
        log.warn({ err, node: node.name }, "this node is not heard; it takes up nothing more");
      isFailing = true;
    }
    if (!isEnded) timer = setTimeout(begin, beatMs).unref();
  };
  let running = Promise.resolve();
  const begin = () => {
    running = round();
  };
  timer = setTimeout(begin, beatMs).unref();
  return {
    ...node,
    async end() {
      isEnded = true;
      clearTimeout(timer);
      await running;
      await node.end();
    },
  };
}

/** Forgets nodes that ended long ago without a word. */
export async function removeOldNodes(db: Db): Promise<void> {
  await db.deleteFrom("nodes").where("seenAt", "<", databaseTime(-keptSeconds)).execute();
}

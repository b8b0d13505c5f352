import { type RawBuilder, type SqlBool, sql } from "kysely";
import { databaseTime } from "../db/dialect/clock.ts";
import { newId } from "../db/new-id.ts";

/** A node that was not seen for so long by the clock of the database counts as dead. */
export const deadAfterSeconds = 5;
/** Nodes that ended without a word are known so long, for whoever asks who it was. */
export const keptSeconds = 86_400;

/** A node that was seen lately. */
export interface LivingNode {
  id: string;
  name: string;
  version: string;
  /** The last migration that it knows. */
  migration: string;
  bucket: string;
  /** By the clock of the database, as `seenAt`. */
  startedAt: Date;
  seenAt: Date;
  /** It ends soon and takes up nothing more. */
  isDraining: boolean;
}

/** Heard by the others, or not, so that they may take it for dead; or about to end. */
export type NodeStanding = "living" | "unheard" | "draining";

/** This node among those that serve one portal. Where it is the only one, nothing of this asks the database. */
export interface Nodes {
  /** This run of the portal, as what it has claimed names it. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** Whether others may serve the same portal. */
  readonly isShared: boolean;
  standing(): NodeStanding;
  /** How long ago this node was last heard by the others; 0 where there are none. */
  silentMs(): number;
  /** Whether this node may take up work: not while the others may take it for dead, nor shortly before it ends. */
  mayClaim(): boolean;
  /** For how many milliseconds it may do so yet if it is not heard meanwhile. */
  claimableMs(): number;
  /** The nodes that live, this one among them, by their names. */
  living(): Promise<LivingNode[]>;
  /** Holds for what neither this node nor another living one has claimed, by the column that names who has. */
  isGone(claimedBy: RawBuilder<unknown>): RawBuilder<SqlBool>;
  /** Takes up nothing more, and lets the others know. */
  drain(): void;
  /** Lets the others know that this node has ended, so that what it has claimed is theirs at once. */
  end(): Promise<void>;
}

/** Holds for the id of a node that lives. */
export const isLiving = (node: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from nodes as n where n.id = ${node} and n.seen_at > ${databaseTime(-deadAfterSeconds)})`;

/** The node of a portal that has no others. */
export function singleNode(): Nodes {
  const id = newId();
  const node = { id, name: "", version: "", migration: "", bucket: "", isDraining: false };
  const startedAt = new Date();
  return {
    id,
    name: "",
    isShared: false,
    standing: () => "living",
    silentMs: () => 0,
    mayClaim: () => true,
    claimableMs: () => Number.POSITIVE_INFINITY,
    living: async () => [{ ...node, startedAt, seenAt: new Date() }],
    isGone: (claimedBy) => sql<SqlBool>`${claimedBy} is distinct from ${id}`,
    drain: () => undefined,
    end: async () => undefined,
  };
}

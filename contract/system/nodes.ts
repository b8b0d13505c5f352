import { z } from "../zod.ts";

export const readNodes = z.strictObject({});

/** How a node is doing, as it last said; null is what it did not know. */
export const nodeFigures = z.object({
  memoryBytes: z.number(),
  /** How late its event loop was in the worst hundredth of its turns. */
  eventLoopMs: z.number().nullable(),
  /** Live connections of browsers. */
  sockets: z.number().nullable(),
  isConnected: z.boolean(),
  /** How long a message takes through Redis. */
  lagMs: z.number().nullable(),
  /** How often messages of others may have been missed since its start. */
  gaps: z.number(),
  /** How often it has looked at targets of checks in the last minute. */
  looksPerMinute: z.number().nullable().default(null),
});
export type NodeFigures = z.infer<typeof nodeFigures>;

export type NodeState = "living" | "draining" | "gone";

/** One of the nodes that serve this portal, or that did within the last day and ended without a word. */
export interface PortalNode {
  id: string;
  name: string;
  version: string;
  state: NodeState;
  /** The one that answers. */
  isOwn: boolean;
  startedAt: Date;
  seenAt: Date;
  /** How long ago it was last heard, by the clock of the database. */
  silentMs: number;
  figures: NodeFigures | null;
  /** What it does for all of them at this moment, in words. */
  leads: string[];
}

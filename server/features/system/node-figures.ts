import type { NodeFigures } from "../../../contract/system/nodes.ts";
import type { Db } from "../../db/connection.ts";
import { readProcessFigures } from "./process-figures.ts";

/** How this node is doing, for those who look at another one; undefined as long as it is only starting. */
export function readNodeFigures(db: Db): NodeFigures | undefined {
  const figures = readProcessFigures(db);
  if (!figures) return undefined;
  const { bus, sockets, eventLoopP99Ms, looksPerMinute } = figures;
  return {
    memoryBytes: process.memoryUsage.rss(),
    eventLoopMs: eventLoopP99Ms ?? null,
    sockets: sockets.open,
    isConnected: bus?.isConnected ?? true,
    lagMs: bus?.lagMs === undefined ? null : Math.round(bus.lagMs),
    gaps: bus?.gaps ?? 0,
    looksPerMinute: looksPerMinute ?? null,
  };
}

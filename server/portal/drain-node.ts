import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { secondMs } from "../../contract/time/durations.ts";
import { announceClosing } from "../http/listen.ts";
import type { SocketGate } from "../http/sockets/socket-gate.ts";
import type { Nodes } from "../nodes/nodes.ts";

/** Balancers that ask for themselves have noticed by then that this node is not ready any more. */
const noticeSeconds = 5;
/** A whole office does not come back at once. */
const movingMs = 3 * secondMs;
const patienceMs = 2 * secondMs;

/**
 * Takes up nothing more, and lets other nodes have what comes and who is connected; in all it takes ten seconds at most.
 * Where nobody else is there to take it, it returns at once.
 */
export async function drainNode(nodes: Nodes, server: Server, gate: Pick<SocketGate, "moveAway">): Promise<void> {
  nodes.drain();
  if (nodes.isShared) announceClosing(server);
  for (let second = 0; second < noticeSeconds; second += 1) {
    if (!(await hasSuccessors(nodes))) return;
    await pause(secondMs);
  }
  await Promise.race([gate.moveAway(movingMs), pause(movingMs + patienceMs)]);
}

/** Whether nodes go on when this one ends; a database that is away lets nobody take anything over. */
async function hasSuccessors(nodes: Nodes): Promise<boolean> {
  if (!nodes.isShared) return false;
  const living = await Promise.race([nodes.living(), pause(secondMs, [])]).catch(() => []);
  return living.some(({ id, isDraining }) => id !== nodes.id && !isDraining);
}

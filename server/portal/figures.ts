import { openProcessFigures } from "../features/system/process-figures.ts";
import type { RequestFigures } from "../http/metrics/request-figures.ts";
import type { SocketGate } from "../http/sockets/socket-gate.ts";
import type { Soketi } from "../soketi/supervisor.ts";
import type { Services } from "../trpc/context.ts";
import type { Monitoring } from "./monitoring.ts";

interface FigureSources {
  sockets: SocketGate;
  maxSockets: number;
  requests: RequestFigures;
  soketi: Soketi;
  monitoring: Monitoring;
}

/** What only this process knows of itself. */
export function openFigures(
  { db, bus, nodes }: Services,
  { sockets, maxSockets, requests, soketi, monitoring }: FigureSources,
) {
  return openProcessFigures(db, {
    sockets: () => ({ open: sockets.openCount(), max: maxSockets, refused: sockets.refusedCount() }),
    requests: requests.recent,
    pushState: () => soketi.state(),
    pushRestarts: () => soketi.restarts(),
    checker: monitoring.checker,
    looksPerMinute: monitoring.looksPerMinute,
    bus: nodes.isShared ? () => bus.figures() : undefined,
  });
}

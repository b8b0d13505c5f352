import type { IncomingMessage, Server } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Log } from "../../log.ts";
import { openTurns } from "../../turns.ts";
import { type AdmittedSocket, type Attempt, OpenSockets, type SocketOwner } from "./open-sockets.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { turnAway } from "./turn-away.ts";

/** What answers the upgrades below one path. */
export interface SocketGateway<Admission extends SocketOwner> {
  /** Begins and ends with a slash. */
  prefix: string;
  /** With which code it closes a socket of who has too many, so that the client waits before it comes back. */
  tooManyCode: number;
  /** Whether a path below the prefix leads anywhere. */
  leads(path: string): boolean;
  /** Takes an admitted connection over. */
  open(request: IncomingMessage, client: Socket, head: Buffer, admission: Admission): AdmittedSocket;
}

interface SocketGateOptions<Admission extends SocketOwner> {
  gateways: readonly SocketGateway<Admission>[];
  /** Whom a request is from; undefined for strangers. */
  authorize: (request: IncomingMessage) => Promise<Admission | undefined>;
  /** True when the Origin header is the portal's own. */
  allowedOrigin: (request: IncomingMessage) => boolean;
  log: Log;
  /**
   * How many sockets one person may have open at once, over all windows and devices, and how many everybody together, as
   * each takes two descriptors of the process; the next is closed with a code.
   */
  limits: { perUser: number; total: number };
  /** Ends upgrades to other paths; leave it out where another listener, such as Vite's, answers them. */
  refuseOthers?: boolean;
}

export interface SocketGate<Admission extends SocketOwner = SocketOwner> {
  closeSession(sessionId: string): void;
  closeUser(userId: string): void;
  openCount(): number;
  /** How often one more was refused because too many were open. */
  refusedCount(): number;
  /** Each session that has a socket open. */
  openSessions(): string[];
  /** For whom each open socket was admitted. */
  openAdmissions(): Admission[];
  /**
   * Admits nobody any more and has every browser open its socket elsewhere, each at a moment of its own within a time;
   * resolves when all have gone.
   */
  moveAway(withinMs: number): Promise<void>;
  stop(): void;
}

/** Half a millisecond each, with the handshake and a look at the session: a whole office that comes back holds up nobody. */
const admittedAtOnce = 10;

/**
 * Lets browsers open sockets on the portal's own port: only with a session, from the portal's own pages, and only for
 * as long as the session lasts.
 */
export function openSocketGate<Admission extends SocketOwner>(
  server: Server | SecureServer,
  options: SocketGateOptions<Admission>,
): SocketGate<Admission> {
  const sockets = new OpenSockets<Admission>();
  const turn = openTurns(admittedAtOnce);
  let refused = 0;
  let isLeaving = false;

  const onUpgrade = (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const gateway = options.gateways.find(({ prefix }) => request.url?.startsWith(prefix));
    if (!gateway) {
      if (options.refuseOthers) refuseUpgrade(client, 404);
      return;
    }
    // A peer that goes away while it is being checked must not end the portal.
    client.on("error", () => client.destroy());
    const attempt = sockets.begin();
    admit(gateway, request, client as Socket, head, attempt)
      .catch((error: unknown) => {
        options.log.error({ err: error }, "A live connection could not be checked");
        refuseUpgrade(client, 503);
      })
      .finally(() => sockets.release(attempt));
  };

  async function admit(
    gateway: SocketGateway<Admission>,
    request: IncomingMessage,
    client: Socket,
    head: Buffer,
    attempt: Attempt,
  ): Promise<void> {
    await turn();
    if (client.destroyed) return;
    const admission = await options.authorize(request);
    if (client.destroyed) return;
    if (!admission || attempt.hasLost(admission)) return refuseUpgrade(client, 401);
    if (!options.allowedOrigin(request)) return refuseUpgrade(client, 403);
    if (!gateway.leads(request.url?.split("?")[0] ?? "")) return refuseUpgrade(client, 404);
    if (isLeaving) return refuseUpgrade(client, 503);
    const code = gateway.tooManyCode;
    if (sockets.countOf(admission.userId) >= options.limits.perUser) {
      refused += 1;
      return turnAway(request, client, { code, reason: "Too many windows of this person." });
    }
    if (sockets.count() >= options.limits.total) {
      refused += 1;
      options.log.warn({ open: sockets.count() }, "a live connection was refused: too many are open");
      return turnAway(request, client, { code, reason: "Too many windows of all people." });
    }
    sockets.add(admission, client, gateway.open(request, client, head, admission));
  }

  server.on("upgrade", onUpgrade);
  return {
    closeSession: (sessionId) => sockets.close("sessionId", sessionId),
    closeUser: (userId) => sockets.close("userId", userId),
    openCount: () => sockets.count(),
    refusedCount: () => refused,
    openSessions: () => sockets.sessions(),
    openAdmissions: () => sockets.owners(),
    moveAway: (withinMs) => {
      isLeaving = true;
      return sockets.moveAll(withinMs);
    },
    stop: () => {
      server.off("upgrade", onUpgrade);
      sockets.closeAll();
    },
  };
}

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { CollabClient } from "../../../server/features/wiki/collab/connection.ts";
import type { PageRooms } from "../../../server/features/wiki/collab/rooms.ts";
import { pageUpgradeHandler } from "../../../server/features/wiki/collab/upgrade-handler.ts";
import { pageRoomsOf } from "../../../server/features/wiki/with-page-rooms.ts";
import type { Person, Services } from "../../../server/trpc/context.ts";

/** One node of a portal, as far as pages are concerned: its rooms behind a port of its own. */
export interface PageNode {
  rooms: PageRooms;
  origin: string;
  stop(): Promise<void>;
}

/** Opens a node on a database, beside others to which its bus leads. */
export async function openPageNode(
  services: Pick<Services, "db" | "log" | "now" | "bus" | "live">,
  { askMs = 50 }: { askMs?: number } = {},
): Promise<PageNode> {
  const rooms = pageRoomsOf(services, { isShared: true, askMs });
  const gateway = pageUpgradeHandler(rooms);
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => void response.end(JSON.stringify({ user: {} })));
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const person = personIn(request.headers.cookie ?? "");
    gateway.open(request, socket, head, { person, userId: person.id, sessionId: person.id });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    rooms,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      await rooms.stop();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Whoever connects says who they are: who may open a socket is decided before a page is. */
export const cookieOf = ({ id, name, role }: Person): string =>
  `person=${encodeURIComponent(JSON.stringify({ id, name, role }))}`;

const personIn = (cookie: string): CollabClient =>
  JSON.parse(decodeURIComponent(/person=([^;]*)/.exec(cookie)?.[1] ?? ""));

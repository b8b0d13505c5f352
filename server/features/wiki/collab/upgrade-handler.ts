import { WebSocketServer } from "ws";
import { collabLimits, collabMoves, collabPath, collabTryLater } from "../../../../contract/wiki/collab.ts";
import type { SocketOwner } from "../../../http/sockets/open-sockets.ts";
import type { SocketGateway } from "../../../http/sockets/socket-gate.ts";
import type { CollabClient } from "./connection.ts";
import type { PageRooms } from "./rooms.ts";

export interface CollabAdmission extends SocketOwner {
  person: CollabClient;
}

/** Accepts the WebSocket upgrades that lead into the rooms of pages. */
export function pageUpgradeHandler(rooms: Pick<PageRooms, "enter">): SocketGateway<CollabAdmission> {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: collabLimits.messageBytes,
  });
  return {
    prefix: collabPath,
    tooManyCode: collabTryLater,
    leads: (path) => /^[\w-]{1,64}$/.test(path.slice(collabPath.length)),
    open(request, client, head, { person }) {
      let leave: (code: typeof collabTryLater | typeof collabMoves) => void = () => client.destroy();
      sockets.handleUpgrade(request, client, head, (socket) => {
        const [pageId = ""] = (request.url ?? "").slice(collabPath.length).split("?");
        leave = rooms.enter(socket, person, pageId);
      });
      return { end: () => leave(collabTryLater), move: () => leave(collabMoves) };
    },
  };
}

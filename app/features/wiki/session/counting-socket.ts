import { collabMessages, syncMessages } from "../../../../contract/wiki/collab.ts";

/** A class of sockets that reports every update of the document that it sends: so many the server has to store. */
export function countingSocket(Base: typeof WebSocket, onUpdateSent: () => void): typeof WebSocket {
  return class extends Base {
    override send(data: Parameters<WebSocket["send"]>[0]): void {
      if (isUpdate(data)) onUpdateSent();
      super.send(data);
    }
  };
}

/** Both numbers are far below 128 and take one byte each. */
function isUpdate(data: unknown): boolean {
  if (!(data instanceof Uint8Array) || data[0] !== collabMessages.sync) return false;
  return data[1] === syncMessages.answer || data[1] === syncMessages.update;
}

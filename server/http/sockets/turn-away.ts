import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "./refuse-upgrade.ts";

const handshakeKey = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const closeFrame = 0x88;
const maxReasonBytes = 100;

/**
 * Opens a socket only to close it with a code: a browser learns nothing of an upgrade that is refused, and would come
 * back at once.
 */
export function turnAway(request: IncomingMessage, client: Duplex, { code, reason }: { code: number; reason: string }) {
  const key = request.headers["sec-websocket-key"];
  if (!key || !client.writable) return refuseUpgrade(client, 429);
  const accept = createHash("sha1")
    .update(key + handshakeKey)
    .digest("base64");
  const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
  const closeReason = Buffer.from(reason).subarray(0, maxReasonBytes);
  const frame = Buffer.alloc(4 + closeReason.length);
  frame.writeUInt8(closeFrame, 0);
  frame.writeUInt8(2 + closeReason.length, 1);
  frame.writeUInt16BE(code, 2);
  closeReason.copy(frame, 4);
  // What the client still says is read and forgotten, so that the code arrives before the connection ends.
  client.resume();
  client.write(head);
  client.end(frame);
}

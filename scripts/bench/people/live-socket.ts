import { readFileSync } from "node:fs";
import path from "node:path";
import WebSocket from "ws";
import { fieldsIn, parseOwnJson } from "../../../contract/narrowing.ts";
import type { BenchPortal } from "../bench-portal.ts";

interface Listening {
  channel: string;
  /** Called with each event of the channel and its fields. */
  onEvent?: (event: string, fields: Record<string, unknown>) => void;
}

/** Opens a socket as a browser does; resolves once it is signed in and has subscribed to the channel. */
export function openLiveSocket(
  { url, cookie, dataDir }: Pick<BenchPortal, "url" | "cookie" | "dataDir">,
  { channel, onEvent }: Listening,
): Promise<WebSocket> {
  const { soketi } = parseOwnJson<{ soketi: { key: string } }>(
    readFileSync(path.join(dataDir, "secrets.json"), "utf8"),
  );
  const socket = new WebSocket(`${url.replace("http", "ws")}/app/${soketi.key}?protocol=7&client=js&version=8.6.0`, {
    headers: { cookie, origin: url },
  });
  const say = (event: string, data: unknown) => socket.send(JSON.stringify({ event, data }));
  const signIn = async (socketId: unknown) => {
    const body = new URLSearchParams({ socket_id: String(socketId) });
    const answer = await fetch(`${url}/api/pusher/user/auth`, {
      method: "POST",
      body,
      headers: { cookie, origin: url },
    });
    if (!answer.ok) throw new Error(`signing a socket in: ${answer.status}`);
    say("pusher:signin", await answer.json());
  };
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("a socket was closed before it heard anything")));
    socket.on("message", (text) => {
      const { event, data } = parseOwnJson<{ event: string; data?: string }>(String(text));
      const fields = typeof data === "string" ? fieldsIn(JSON.parse(data)) : {};
      if (event === "pusher:connection_established") signIn(fields.socket_id).catch(reject);
      if (event === "pusher:signin_success") say("pusher:subscribe", { channel });
      if (event === "pusher_internal:subscription_succeeded") resolve(socket);
      onEvent?.(event, fields);
    });
  });
}

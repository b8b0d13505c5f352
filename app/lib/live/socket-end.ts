import Pusher from "pusher-js";

const withoutCode = 1006;

/** Calls back when any socket that pusher-js opens ends, even one that never opened, of which it tells nobody. */
export function onSocketEnd(listener: (code: number) => void): () => void {
  const runtime = Pusher.Runtime;
  const { createWebSocket } = runtime;
  const watched = (url: string) => {
    const created = createWebSocket.call(runtime, url);
    // The type leaves out that every socket of a browser is also a target of events.
    const socket = created as unknown as WebSocket;
    socket.addEventListener("error", () => listener(withoutCode));
    socket.addEventListener("close", ({ code }) => listener(code));
    return created;
  };
  runtime.createWebSocket = watched;
  return () => {
    if (runtime.createWebSocket === watched) runtime.createWebSocket = createWebSocket;
  };
}

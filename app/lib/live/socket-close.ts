import Pusher from "pusher-js";

/** Calls back when any socket that pusher-js opens closes, even one that never opened, of which it tells nobody. */
export function onSocketClose(listener: (event: CloseEvent) => void): () => void {
  const runtime = Pusher.Runtime;
  const { createWebSocket } = runtime;
  const watched = (url: string) => {
    const socket = createWebSocket.call(runtime, url);
    // The type leaves out that every socket of a browser is also a target of events.
    (socket as unknown as WebSocket).addEventListener("close", listener);
    return socket;
  };
  runtime.createWebSocket = watched;
  return () => {
    if (runtime.createWebSocket === watched) runtime.createWebSocket = createWebSocket;
  };
}

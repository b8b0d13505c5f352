import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { type Front, openFront } from "./portal-front.ts";
import { app, type Running, runSoketi } from "./running-soketi.ts";

let soketi: Running;
beforeAll(async () => {
  soketi = await runSoketi();
});
afterAll(() => soketi.stop());

/** Joins the channel through the portal's port and collects the names of the events that arrive. */
async function listen(portal: Front, channel: string): Promise<{ socket: WebSocket; names: string[] }> {
  const headers = { cookie: "session=ada", origin: portal.origin };
  const url = `${portal.origin.replace("http", "ws")}/app/${app.key}?protocol=7`;
  const socket = new WebSocket(url, { headers, rejectUnauthorized: false });
  onTestFinished(() => socket.terminate());
  const names: string[] = [];
  const joined = new Promise((resolve) => {
    socket.on("message", (text) => {
      const { event, data } = JSON.parse(String(text));
      // Whoever has not signed in after 30 s is sent away, and a busy machine may take longer for all of them.
      if (event === "pusher:connection_established") {
        const signed = soketi.publisher.authenticateUser(JSON.parse(data).socket_id, { id: "u-ada", watchlist: [] });
        socket.send(JSON.stringify({ event: "pusher:signin", data: signed }));
      } else if (event === "pusher_internal:subscription_succeeded") resolve(event);
      else if (!event.startsWith("pusher")) names.push(event);
    });
  });
  await once(socket, "open");
  socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
  await joined;
  return { socket, names };
}

test("1000 sockets hear every event once and in order, and all leave again", async () => {
  const portal = await openFront({ soketiPort: () => soketi.port });
  portal.sessions.set("ada", { sessionId: "s-ada", userId: "u-ada" });
  const listeners: Awaited<ReturnType<typeof listen>>[] = [];
  while (listeners.length < 1000) {
    listeners.push(...(await Promise.all(Array.from({ length: 100 }, () => listen(portal, "website")))));
  }
  expect(portal.proxy.openCount()).toBe(1000);
  const sent = Array.from({ length: 10 }, (_, index) => `event-${index}`);
  for (const name of sent) await soketi.publisher.trigger("website", name, { id: "w1" });
  await vi.waitFor(() => expect(listeners.every(({ names }) => names.length === sent.length)).toBe(true));
  expect(new Set(listeners.map(({ names }) => names.join()))).toEqual(new Set([sent.join()]));
  portal.proxy.closeSession("s-ada");
  await vi.waitFor(() => expect(portal.proxy.openCount()).toBe(0));
});

test("a page served over TLS hears its events over TLS", async () => {
  const portal = await openFront({ soketiPort: () => soketi.port, isSecure: true });
  portal.sessions.set("ada", { sessionId: "s-ada", userId: "u-ada" });
  const { socket, names } = await listen(portal, "website");
  await soketi.publisher.trigger("website", "newWebsite", { name: "x".repeat(50_000) });
  await vi.waitFor(() => expect(names).toEqual(["newWebsite"]));
  const closed = once(socket, "close");
  portal.proxy.closeUser("u-ada");
  expect((await closed)[0]).toBe(1006);
});

import type Pusher from "pusher";
import PusherClient from "pusher-js";
import { onTestFinished } from "vitest";
import { app } from "./running-soketi.ts";

export interface Person {
  id: string;
  name: string;
}

/** A browser's client, signed by the publisher as the portal's endpoints would; disconnected with the test. */
export function connectClient(port: number, publisher: Pusher, person: Person): PusherClient {
  const client = new PusherClient(app.key, {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: port,
    forceTLS: false,
    enabledTransports: ["ws"],
    enableStats: false,
    userAuthentication: {
      endpoint: "",
      transport: "ajax",
      customHandler: ({ socketId }, done) =>
        done(null, publisher.authenticateUser(socketId, { ...person, watchlist: [] })),
    },
    channelAuthorization: {
      endpoint: "",
      transport: "ajax",
      customHandler: ({ socketId, channelName }, done) => {
        const isPresence = channelName.startsWith("presence-");
        const member = isPresence ? { user_id: person.id, user_info: { name: person.name } } : undefined;
        done(null, publisher.authorizeChannel(socketId, channelName, member));
      },
    },
  });
  onTestFinished(() => client.disconnect());
  return client;
}

/** Resolves with the first payload of the event on the emitter. */
export function heard(emitter: { bind(event: string, done: (payload: unknown) => void): unknown }, event: string) {
  return new Promise<unknown>((resolve) => void emitter.bind(event, resolve));
}

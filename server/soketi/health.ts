import Pusher from "pusher";

export interface SoketiApp {
  id: string;
  key: string;
  secret: string;
}

/** ours: it answers to our key; foreign: something answers, but not to our key; silent: nothing answers. */
export type Health = "ours" | "foreign" | "silent";

/** Asks with a signed request whether the Soketi on this port serves our app; never throws. */
export function createHealthCheck(port: number, app: SoketiApp): () => Promise<Health> {
  const client = new Pusher({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host: "127.0.0.1",
    port: String(port),
    useTLS: false,
    // A busy machine is no dead Soketi.
    timeout: 5000,
  });
  return async () => {
    let hasAnswered = false;
    try {
      const response = await client.get({ path: "/channels", params: {} });
      hasAnswered = true;
      const body: unknown = await response.json();
      return typeof body === "object" && body !== null && "channels" in body ? "ours" : "foreign";
    } catch (error) {
      const wasRefused = error instanceof Error && "status" in error && error.status !== undefined;
      return hasAnswered || wasRefused ? "foreign" : "silent";
    }
  };
}

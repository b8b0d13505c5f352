import type { PresenceChannel } from "pusher-js";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { startLiveClient } from "../../app/lib/live/live-client.ts";
import { liveStore } from "../../app/lib/live/live-store.ts";
import { type PresenceMember, presenceChannel } from "../../contract/live/live-events.ts";
import { loadSecrets } from "../../server/secrets.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { inBrowser, postFrom, stockClient } from "../support/portal/push-clients.ts";

/** Whether somebody uses the page is said by the test: nobody waits for five minutes. */
const page = vi.hoisted(() => ({ away: false, change: () => undefined as unknown }));
vi.mock("../../app/lib/live/away.ts", () => ({
  isAway: () => page.away,
  watchAway: (onChange: () => void) => {
    page.change = onChange;
    return () => undefined;
  },
}));

let office: TestPortal;
let jana: Person;
let timo: Person;
const open: { stop(): void }[] = [];

beforeAll(async () => {
  office = await startTestPortal();
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
});
afterAll(() => office.stop());
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
});

const browserOf = async (person: Person) => ({ ...(await office.signIn(person)), origin: office.url });
const appKey = () => loadSecrets(office.dataDir).soketi.key;

it("a page says that nobody uses it and that somebody does again, to everybody and itself", async () => {
  const watching = stockClient(await browserOf(timo), appKey());
  open.push({ stop: () => watching.disconnect() });
  watching.signin();
  const channel = watching.subscribe(presenceChannel) as PresenceChannel;
  await vi.waitFor(() => expect(channel.subscribed).toBe(true));
  const seen = () =>
    Object.entries(channel.members.members as Record<string, PresenceMember>).filter(([, { id }]) => id === jana.id);

  const browser = await browserOf(jana);
  const { hostname, port } = new URL(office.url);
  const client = inBrowser(browser, () =>
    startLiveClient({
      appKey: appKey(),
      role: jana.role,
      location: { hostname, port, protocol: "http:" },
      post: postFrom(browser),
      refresh: () => undefined,
      toast: () => undefined,
      badge: () => undefined,
      rereadBadge: () => undefined,
      mayShow: async () => true,
      onSessionLost: () => undefined,
    }),
  );
  open.push(client);
  const here = { id: jana.id, name: jana.name, image: null };
  const own = () => liveStore.read().members.find(({ id }) => id === jana.id);
  await vi.waitFor(() => expect(seen()).toEqual([[jana.id, here]]));

  page.away = true;
  inBrowser(browser, () => page.change());
  await vi.waitFor(() => expect(seen()).toEqual([[`${jana.id}:away`, { ...here, away: true }]]));
  await vi.waitFor(() => expect(own()).toEqual({ ...here, away: true }));
  expect(liveStore.read().channels[presenceChannel]).toBe("subscribed");

  page.away = false;
  inBrowser(browser, () => page.change());
  // Away and back within one request: the answer to the first must not be the last word.
  page.away = true;
  inBrowser(browser, () => page.change());
  page.away = false;
  inBrowser(browser, () => page.change());
  await vi.waitFor(() => expect([seen(), own()]).toEqual([[[jana.id, here]], here]));
});

it("being away is said of who is online, and of nothing else", async () => {
  const post = postFrom(await browserOf(jana));
  const join = async (channel: string) => {
    const form = new URLSearchParams({ socket_id: "1.2", channel_name: channel, away: "1" });
    const { channel_data: data } = (await (await post("/api/pusher/channel/auth", form)).json()) as {
      channel_data?: string;
    };
    return data && JSON.parse(data);
  };
  expect(await join(presenceChannel)).toMatchObject({ user_id: `${jana.id}:away`, user_info: { away: true } });
  expect(await join("website")).toBeUndefined();
  expect(await join("presence-record-website-w1")).toMatchObject({ user_id: jana.id });
});

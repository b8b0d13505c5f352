import type Pusher from "pusher-js";
import type { PresenceChannel } from "pusher-js";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { startLiveClient } from "../../app/lib/live/live-client.ts";
import { liveStore } from "../../app/lib/live/live-store.ts";
import { enterRoom } from "../../app/lib/live/rooms.ts";
import { recordChannel } from "../../contract/records/record-channel.ts";
import { loadSecrets } from "../../server/secrets.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { inBrowser, postFrom, stockClient } from "../support/portal/push-clients.ts";

let office: TestPortal;
let appKey: string;
let jana: Person;
let timo: Person;
const open: (() => void)[] = [];
const channel = recordChannel({ type: "website", id: "w1" });

beforeAll(async () => {
  office = await startTestPortal();
  appKey = loadSecrets(office.dataDir).soketi.key;
  jana = await office.hire({ name: "Jana Petersen" });
  timo = await office.hire({ name: "Timo Brandt" });
});
afterAll(() => office.stop());
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const browserOf = async (person: Person) => ({ ...(await office.signIn(person)), origin: office.url });

/** The portal's own client in Jana's browser. */
async function openPage(): Promise<void> {
  const browser = await browserOf(jana);
  const { hostname, port } = new URL(office.url);
  const client = inBrowser(browser, () =>
    startLiveClient({
      appKey,
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
  open.push(() => client.stop());
  await vi.waitFor(() => expect(liveStore.read().state).toBe("online"));
}

/** Another browser that has the record open; returns whom it sees there. */
async function watch(): Promise<() => string[]> {
  const pusher: Pusher = stockClient(await browserOf(timo), appKey);
  open.push(() => pusher.disconnect());
  const { members } = pusher.subscribe(channel) as PresenceChannel;
  await vi.waitFor(() => expect(Object.keys(members.members)).toContain(timo.id));
  return () => Object.keys(members.members).filter((id) => id !== timo.id);
}

const seen = (who: () => string[], expected: string[]) => vi.waitFor(() => expect(who()).toEqual(expected));

it("a record's room is entered, changed over and left as the page does it", async () => {
  const who = await watch();
  await openPage();
  const leave = enterRoom(channel, "looking");
  await seen(who, [jana.id]);
  await vi.waitFor(() =>
    expect(liveStore.read().rooms[channel]?.map(({ name, editing }) => [name, editing])).toEqual([
      ["Jana Petersen", false],
      ["Timo Brandt", false],
    ]),
  );
  const stopEditing = enterRoom(channel, "editing");
  await seen(who, [`${jana.id}:editing`]);
  stopEditing();
  await seen(who, [jana.id]);
  leave();
  await seen(who, []);
  expect(liveStore.read().rooms[channel]).toBeUndefined();
});

it("the last stance counts, however quickly it changes", async () => {
  const who = await watch();
  await openPage();
  enterRoom(channel, "looking")();
  const stopEditing = enterRoom(channel, "editing");
  await seen(who, [`${jana.id}:editing`]);
  stopEditing();
  enterRoom(channel, "editing")();
  const leave = enterRoom(channel, "looking");
  await seen(who, [jana.id]);
  leave();
  await seen(who, []);
});

it("a room that is entered before the connection is there, or while it is away, is entered with it", async () => {
  const before = enterRoom(channel, "editing");
  await openPage();
  await vi.waitFor(() => expect(liveStore.read().rooms[channel]).toHaveLength(1));
  before();
  process.kill(office.portal.soketi.pid() as number, "SIGKILL");
  await vi.waitFor(() => expect(liveStore.read().state).toBe("interrupted"));
  const leave = enterRoom(channel, "looking");
  await vi.waitFor(() => expect(liveStore.read().state).toBe("online"));
  await vi.waitFor(() => expect(liveStore.read().rooms[channel]?.map(({ editing }) => editing)).toEqual([false]));
  leave();
});

import PusherServer from "pusher";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { currentSocketId } from "../../app/lib/api/socket-id.ts";
import { startLiveClient } from "../../app/lib/live/live-client.ts";
import { listenToLiveEvents, liveStore, type ReceivedEvent } from "../../app/lib/live/live-store.ts";
import { enterRoom } from "../../app/lib/live/rooms.ts";
import { recordChannel } from "../../contract/records/record-channel.ts";
import { loadSecrets } from "../../server/secrets.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { inBrowser, postFrom } from "../support/portal/push-clients.ts";

let office: TestPortal;
let appKey: string;
let maintainer: Person;
let member: Person;
const open: { stop(): void }[] = [];

beforeAll(async () => {
  office = await startTestPortal();
  appKey = loadSecrets(office.dataDir).soketi.key;
  maintainer = await office.hire({ name: "Malte Brandt", role: "maintainer" });
  member = await office.hire({ name: "Jana Petersen", role: "member" });
});
afterAll(() => office.stop());
const closePages = () => {
  for (const client of open.splice(0)) client.stop();
};
afterEach(closePages);

const browserOf = async (person: Person) => ({ ...(await office.signIn(person)), origin: office.url });
const websiteEvent = (name: string) => ({ event: "newWebsite", payload: { website: { id: "w1", name } } }) as const;
const notificationFor = (person: Person, title: string) =>
  ({ event: "newNotification", payload: { notification: { id: "n1", title } }, toUserId: person.id }) as const;
const publish = (...signals: Parameters<TestPortal["portal"]["services"]["live"]["publish"]>[0]) =>
  office.portal.services.live.publish(signals);

function rest(): PusherServer {
  const { id: appId, key, secret } = loadSecrets(office.dataDir).soketi;
  return new PusherServer({ appId, key, secret, host: "127.0.0.1", port: String(office.portal.soketi.port) });
}

interface Opening {
  isCurrent?: () => Promise<boolean>;
  /** What the node does not know that is asked. */
  isUnknown?: (path: string) => boolean;
}

async function openPage(person: Person, { isCurrent, isUnknown = () => false }: Opening = {}) {
  const browser = await browserOf(person);
  const post = postFrom(browser);
  const page = {
    asked: [] as string[],
    refreshed: [] as unknown[],
    received: [] as ReceivedEvent[],
    badge: 0,
    badgeReads: 0,
    sessionLost: 0,
    browser,
  };
  const { hostname, port } = new URL(office.url);
  const client = inBrowser(browser, () =>
    startLiveClient({
      appKey,
      role: person.role,
      location: { hostname, port, protocol: "http:" },
      post: async (path, form) => {
        page.asked.push(path);
        return post(isUnknown(path) ? "/api/unbekannt" : path, form);
      },
      refresh: (features) => void page.refreshed.push(features),
      toast: () => undefined,
      badge: (by) => {
        page.badge += by;
      },
      rereadBadge: () => {
        page.badgeReads += 1;
      },
      mayShow: async () => true,
      isCurrent,
      onSessionLost: () => {
        page.sessionLost += 1;
      },
    }),
  );
  const stopListening = listenToLiveEvents((received) => page.received.push(received));
  open.push(client, { stop: stopListening });
  await vi.waitFor(() => expect(liveStore.read().state).toBe("online"));
  return page;
}

it("the portal's client joins the channels of its role, hears both kinds of events and knows its socket", async () => {
  const page = await openPage(member);
  const joined = Object.fromEntries(
    ["presence-user-list", "website", "wiki", "user", "feedback"].map((channel) => [channel, "subscribed"]),
  );
  expect(liveStore.read().channels).toEqual(joined);
  expect(liveStore.read().members).toEqual([{ id: member.id, name: member.name, image: null }]);
  expect(currentSocketId()).toMatch(/^\d+\.\d+$/);
  expect(page.refreshed).toEqual(["everything"]);
  await publish(websiteEvent("Weingut Amsel"), notificationFor(member, "Für Jana"));
  await vi.waitFor(() =>
    expect(page.received.map(({ event, source }) => [event, source])).toEqual([
      ["newWebsite", "website"],
      ["newNotification", "person"],
    ]),
  );
  await vi.waitFor(() =>
    expect(page.refreshed).toEqual(["everything", ["website", "domain", "dashboard", "notification"]]),
  );
  expect(page.badge).toBe(1);
});

it("the portal's client asks once for each connection, whatever it subscribes to", async () => {
  open.push({ stop: enterRoom(recordChannel({ type: "website", id: "w1" }), "looking") });
  const page = await openPage(member);
  expect(page.asked).toEqual(["/api/pusher/auth"]);
  await rest().terminateUserConnections(member.id);
  await vi.waitFor(() => expect(page.refreshed).toEqual(["everything", "everything"]));
  expect(page.asked).toEqual(["/api/pusher/auth", "/api/pusher/auth"]);
  expect(Object.keys(liveStore.read().rooms)).toHaveLength(1);
});

it("the portal's client comes online at a node of the former version, which cannot be asked for everything at once", async () => {
  const page = await openPage(member, { isUnknown: (path) => path === "/api/pusher/auth" });
  expect(page.asked).toEqual(["/api/pusher/auth", "/api/pusher/user/auth", "/api/pusher/channel/auth"]);
  expect(liveStore.read().members).toEqual([{ id: member.id, name: member.name, image: null }]);
});

it("the portal's client reads nothing again where nothing was published since the page was read", async () => {
  const { live } = office.portal.services;
  const position = live.position?.();
  const isCurrent = vi.fn(async () => live.position?.() === position);
  const current = await openPage(member, { isCurrent });
  await vi.waitFor(() => expect(isCurrent).toHaveBeenCalledTimes(1));
  await publish(websiteEvent("Gärtnerei Moos"));
  await vi.waitFor(() => expect(current.refreshed).toEqual([["website", "domain", "dashboard"]]));
  closePages();
  const late = await openPage(member, { isCurrent });
  await vi.waitFor(() => expect(late.refreshed).toEqual(["everything"]));
  closePages();
  const lost = await openPage(member, { isCurrent: () => Promise.reject(new Error("nobody answers")) });
  await vi.waitFor(() => expect(lost.refreshed).toEqual(["everything"]));
});

it("the portal's client comes back after Soketi was killed, refreshes everything once and hears again", async () => {
  const page = await openPage(maintainer);
  const before = currentSocketId();
  process.kill(office.portal.soketi.pid() as number, "SIGKILL");
  await vi.waitFor(() => expect(liveStore.read().state).toBe("interrupted"));
  expect(currentSocketId()).toBeUndefined();
  await vi.waitFor(() => expect(liveStore.read().state).toBe("online"), { interval: 20 });
  expect(currentSocketId()).not.toBe(before);
  expect(page.refreshed).toEqual(["everything", "everything"]);
  expect(Object.values(liveStore.read().channels)).toEqual(Array(6).fill("subscribed"));
  await publish(websiteEvent("Nach dem Neustart"), notificationFor(maintainer, "Wieder da"));
  await vi.waitFor(() => expect(page.received).toHaveLength(2));
});

it("the portal's client comes back when the server cuts it off", async () => {
  const page = await openPage(member);
  const before = currentSocketId();
  await rest().terminateUserConnections(member.id);
  await vi.waitFor(() => expect(page.refreshed).toEqual(["everything", "everything"]));
  expect(currentSocketId()).not.toBe(before);
  expect(page.sessionLost).toBe(0);
});

it("the portal's client asks for the session instead of trying on when its session has ended", async () => {
  const page = await openPage(member);
  const { db, live } = office.portal.services;
  await db.deleteFrom("sessions").where("id", "=", page.browser.sessionId).execute();
  live.disconnect({ sessionId: page.browser.sessionId });
  await vi.waitFor(() => expect(page.sessionLost).toBe(1));
  expect(liveStore.read().state).toBe("interrupted");
  expect(liveStore.read().history.at(-1)?.status).toBe("offline");
});

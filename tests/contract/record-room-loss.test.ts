import type { ChannelAuthResponse } from "pusher";
import type Pusher from "pusher-js";
import type { PresenceChannel } from "pusher-js";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { boardChannel, recordChannel } from "../../contract/records/record-channel.ts";
import { newId } from "../../server/db/new-id.ts";
import { channelAuthorizer } from "../../server/live/channel-authorizer.ts";
import { RecordRooms } from "../../server/live/record-rooms.ts";
import { loadSecrets } from "../../server/secrets.ts";
import type { Person } from "../../server/trpc/context.ts";
import { startTestPortal, type TestPortal } from "../support/portal/portal.ts";
import { apiOf } from "../support/portal/portal-api.ts";
import { stockClient } from "../support/portal/push-clients.ts";
import { createPage } from "../support/wiki/wiki.ts";

let portal: TestPortal;
let appKey: string;
let jana: Person;
let timo: Person;
const open: Pusher[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
  appKey = loadSecrets(portal.dataDir).soketi.key;
  jana = await portal.hire({ name: "Jana Petersen", role: "maintainer" });
  timo = await portal.hire({ name: "Timo Brandt" });
});
afterAll(() => portal.stop());
afterEach(() => {
  for (const pusher of open.splice(0)) pusher.disconnect();
});

interface Seat {
  heard: string[];
  cuts: number;
}

/** A browser in a page's room: what it hears there, and how often its connection was cut. */
async function sit(person: Person, channel: string, permit?: (socketId: string) => ChannelAuthResponse): Promise<Seat> {
  const pusher = stockClient({ ...(await portal.signIn(person)), origin: portal.url }, appKey);
  open.push(pusher);
  if (permit) pusher.config.channelAuthorizer = ({ socketId }, done) => done(null, permit(socketId));
  const seat: Seat = { heard: [], cuts: -1 };
  pusher.connection.bind("connected", () => {
    seat.cuts += 1;
  });
  const room = pusher.subscribe(channel) as PresenceChannel;
  room.bind_global((event: string) => void seat.heard.push(event.replace("pusher:", "")));
  await vi.waitFor(() => expect(seat.heard).toContain("subscription_succeeded"));
  return seat;
}

const arrivals = ({ heard }: Seat) => heard.filter((event) => event === "member_added").length;

/** Somebody comes in, whom those in the room hear of. */
async function arrive(channel: string, witness: Seat): Promise<void> {
  const before = arrivals(witness);
  const person = await portal.hire({ name: "Rosa Fremd", role: "maintainer" });
  await sit(person, channel);
  await vi.waitFor(() => expect(arrivals(witness)).toBe(before + 1));
}

/** How many are in a room beside the one who has a look. */
async function othersIn(channel: string): Promise<number> {
  await sit(jana, channel);
  const pusher = open.pop() as Pusher;
  const { count } = (pusher.channel(channel) as PresenceChannel).members;
  pusher.disconnect();
  return count - 1;
}

/** Who is inside hears somebody come in, who has lost the room does not, and their connection was never cut. */
async function expectLoss(channel: string, { inside, outside }: { inside: Seat; outside: Seat }): Promise<void> {
  await vi.waitFor(() => expect(inside.heard).toContain("member_removed"));
  const before = arrivals(outside);
  await arrive(channel, inside);
  expect([arrivals(outside), outside.cuts]).toEqual([before, 0]);
}

describe("who loses the right to a page", () => {
  it.each([false, true])("is out of its room when it is narrowed, from above: %s", async (isFromAbove) => {
    const api = await apiOf(portal, jana);
    const top = await createPage(api);
    const { id } = isFromAbove ? await createPage(api, {}, top.id) : top;
    const channel = recordChannel({ type: "page", id });
    const inside = await sit(jana, channel);
    const outside = await sit(timo, channel);
    await arrive(channel, outside);
    await api.page.setVisibility({ id: top.id, visibility: "maintainers" });
    await expectLoss(channel, { inside, outside });
  });

  it("is out of its room when it is moved below a narrowed one", async () => {
    const api = await apiOf(portal, jana);
    const above = await createPage(api, { visibility: "maintainers" });
    const { id } = await createPage(api);
    const channel = recordChannel({ type: "page", id });
    const inside = await sit(jana, channel);
    const outside = await sit(timo, channel);
    await api.page.move({ id, parentId: above.id });
    await expectLoss(channel, { inside, outside });
  });

  it("gets into its room with no permission of before", async () => {
    const api = await apiOf(portal, jana);
    const { id } = await createPage(api);
    const channel = recordChannel({ type: "page", id });
    const inside = await sit(jana, channel);
    await api.page.setVisibility({ id, visibility: "maintainers" });
    const authorizer = channelAuthorizer(loadSecrets(portal.dataDir).soketi);
    const outside = await sit(timo, channel, (socketId) =>
      authorizer.open(socketId, channel, { ...timo, image: null }, false),
    );
    await expectLoss(channel, { inside, outside });
  });
});

it("whoever has a record open that is deleted is out of its room", async () => {
  const chief = await portal.hire({ name: "Chefin", role: "admin" });
  const api = await apiOf(portal, chief);
  const title = `Kunde ${newId()}`;
  const { id } = await api.customer.create({ body: { name: title } });
  const channel = recordChannel({ type: "customer", id });
  const seat = await sit(timo, channel);
  await arrive(channel, seat);
  await api.customer.archive({ id });
  await api.customer.delete({ id, title });
  await vi.waitFor(async () => expect(await othersIn(channel)).toBe(0));
  const before = arrivals(seat);
  await arrive(channel, await sit(jana, channel));
  expect(arrivals(seat)).toBe(before);
});

it("whoever looks at a board stays there, whatever happens to its records", async () => {
  const rooms = new RecordRooms({ log: {} as never, isOpen: (type) => type !== "page" });
  const expel = vi.fn();
  const connection = rooms.subscribe({ mayBeIn: async () => false, expel });
  connection.joined(boardChannel("feedback"));
  connection.joined(recordChannel({ type: "feedback", id: "f1" }));
  await rooms.applyChanges([{ type: "feedback", ids: [] }]);
  expect(expel.mock.calls).toEqual([[recordChannel({ type: "feedback", id: "f1" })]]);
  connection.gone();
});

describe("a right that cannot be looked up", () => {
  it("counts as lost, and is asked again only while the socket is there", async () => {
    const log = { error: vi.fn() };
    const rooms = new RecordRooms({ log: log as never, isOpen: () => false, lateCheckMs: 5 });
    const expel = vi.fn();
    const mayBeIn = vi.fn(() => Promise.reject(new Error("locked")));
    const connection = rooms.subscribe({ mayBeIn, expel });
    const channel = recordChannel({ type: "page", id: "p1" });
    connection.joined("website");
    expect(mayBeIn).not.toHaveBeenCalled();
    connection.joined(channel);
    await vi.waitFor(() => expect(expel.mock.calls).toEqual([[channel], [channel]]));
    connection.gone();
    await rooms.applyChanges([{ type: "page", ids: [] }]);
    expect(mayBeIn).toHaveBeenCalledTimes(2);
  });
});
